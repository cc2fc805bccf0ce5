import type { AssessmentType } from '../assessment/types.ts';
import type { FileReference } from '../file/file-reference.ts';

/** Tolerance after the limit, because networks are slow. */
export const GRACE_MS = 5000;
const MINUTE_MS = 60_000;

export interface Solution {
  readonly _id: string;
  readonly assessmentId: string;
  readonly organizationId: string;
  /** The assessment's revision at the start. */
  readonly assessmentVersion: number;
  readonly type: AssessmentType;
  readonly timeLimitMinutes: number | null;
  readonly startedAt: string;
  /** One per question, null where unanswered. */
  readonly answers: readonly (string | null)[];
  readonly submission: FileReference | null;
  readonly submittedAt: string | null;
  /** A percentage; null except for a submitted quiz. */
  readonly score: number | null;
  readonly isLate: boolean;
  /** Outdated: another attempt has followed, or may. */
  readonly isRetaken: boolean;
  readonly externalDetailsUrl: string | null;
  readonly copiedFrom: string | null;
}

export interface Solutions {
  readonly solutions: readonly Solution[];
}

/** The id contains the application's, so that the owner is known without a read. */
export const solutionId = (applicationId: string, n: number): string => `${applicationId}.${n}`;
export const applicationOfSolution = (id: string): string => id.slice(0, Math.max(0, id.lastIndexOf('.')));

export const findSolution = ({ solutions }: Solutions, id: string): Solution | undefined =>
  solutions.find(({ _id }) => _id === id);

/** At most one solution per assessment is not outdated. */
export const currentSolution = ({ solutions }: Solutions, assessmentId: string): Solution | undefined =>
  solutions.find((solution) => solution.assessmentId === assessmentId && !solution.isRetaken);

export const submittedSolutions = ({ solutions }: Solutions): readonly Solution[] =>
  solutions
    .filter(({ isRetaken, submittedAt }) => !isRetaken && submittedAt !== null)
    .toSorted((one, other) => Date.parse(one.submittedAt ?? '') - Date.parse(other.submittedAt ?? ''));

export interface Outcome {
  readonly solutionId: string;
  readonly assessmentId: string;
  readonly score: number | null;
}
export const outcomesOf = (solutions: Solutions): readonly Outcome[] =>
  submittedSolutions(solutions).map(({ _id, assessmentId, score }) => ({ solutionId: _id, assessmentId, score }));

type Timed = Pick<Solution, 'startedAt' | 'timeLimitMinutes'>;

/** The end of its time; null without a limit. */
export const dueAt = ({ startedAt, timeLimitMinutes }: Timed): string | null =>
  timeLimitMinutes === null
    ? null
    : new Date(Date.parse(startedAt) + Math.round(timeLimitMinutes * MINUTE_MS)).toISOString();

/** When the timer submits what was saved. */
export function endsAt(solution: Timed): string | null {
  const due = dueAt(solution);
  return due === null ? null : new Date(Date.parse(due) + GRACE_MS).toISOString();
}

/** Only a quiz ends by time; a project can only be late. */
export function isTimeUp(solution: Solution, at: string): boolean {
  const end = endsAt(solution);
  return solution.type === 'quiz' && end !== null && at > end;
}
