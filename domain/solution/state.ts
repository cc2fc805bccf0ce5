import type { AssessmentType } from '../assessment/types.ts';
import type { FileReference } from '../file/file-reference.ts';

/** So much later than the limit an answer may arrive, for networks are slow. */
export const GRACE_MS = 5000;
const MINUTE_MS = 60_000;

/** One attempt of an applicant at one assessment. */
export interface Solution {
  readonly _id: string;
  readonly assessmentId: string;
  readonly organizationId: string;
  /** The assessment's revision that it is held to. */
  readonly assessmentVersion: number;
  readonly type: AssessmentType;
  readonly timeLimitMinutes: number | null;
  readonly startedAt: string;
  /** One for each question, null where there is none. */
  readonly answers: readonly (string | null)[];
  readonly submission: FileReference | null;
  readonly submittedAt: string | null;
  /** A percentage; null but for a submitted quiz. */
  readonly score: number | null;
  /** Submitted after its limit. */
  readonly isLate: boolean;
  /** Outdated: another one has followed it, or may. */
  readonly isRetaken: boolean;
  readonly externalDetailsUrl: string | null;
  /** The solution that a transfer has carried over. */
  readonly copiedFrom: string | null;
}

/** All solutions of one application, oldest first. */
export interface Solutions {
  readonly solutions: readonly Solution[];
}

/** The n-th solution of an application: whoever knows its id knows whose it is. */
export const solutionId = (applicationId: string, n: number): string => `${applicationId}.${n}`;
export const applicationOfSolution = (id: string): string => id.slice(0, Math.max(0, id.lastIndexOf('.')));

export const findSolution = ({ solutions }: Solutions, id: string): Solution | undefined =>
  solutions.find(({ _id }) => _id === id);

/** The one that counts: at most one for each assessment is not outdated. */
export const currentSolution = ({ solutions }: Solutions, assessmentId: string): Solution | undefined =>
  solutions.find((solution) => solution.assessmentId === assessmentId && !solution.isRetaken);

/** Current and submitted, in the order of submission. */
export const submittedSolutions = ({ solutions }: Solutions): readonly Solution[] =>
  solutions
    .filter(({ isRetaken, submittedAt }) => !isRetaken && submittedAt !== null)
    .toSorted((one, other) => Date.parse(one.submittedAt ?? '') - Date.parse(other.submittedAt ?? ''));

/** What an application shows of a submitted solution, and conditions count. */
export interface Outcome {
  readonly solutionId: string;
  readonly assessmentId: string;
  /** null but for a quiz. */
  readonly score: number | null;
}
export const outcomesOf = (solutions: Solutions): readonly Outcome[] =>
  submittedSolutions(solutions).map(({ _id, assessmentId, score }) => ({ solutionId: _id, assessmentId, score }));

type Timed = Pick<Solution, 'startedAt' | 'timeLimitMinutes'>;

/** When its time is over; null without a limit. */
export const dueAt = ({ startedAt, timeLimitMinutes }: Timed): string | null =>
  timeLimitMinutes === null
    ? null
    : new Date(Date.parse(startedAt) + Math.round(timeLimitMinutes * MINUTE_MS)).toISOString();

/** When the timer of a quiz submits what was saved. */
export function endsAt(solution: Timed): string | null {
  const due = dueAt(solution);
  return due === null ? null : new Date(Date.parse(due) + GRACE_MS).toISOString();
}

/** Only a quiz ends by time; a project is late at most. */
export function isTimeUp(solution: Solution, at: string): boolean {
  const end = endsAt(solution);
  return solution.type === 'quiz' && end !== null && at > end;
}
