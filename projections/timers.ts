import type { EventOf, Recorded } from '../domain/event-sourcing/event.ts';
import { idOf } from '../domain/event-sourcing/streams.ts';
import type { SolutionEvent } from '../domain/solution/events.ts';
import { endsAt } from '../domain/solution/state.ts';
import type { PersonalDataErased } from '../domain/values/personal-data.ts';
import { projection } from './engine/projection.ts';

type Started = Extract<SolutionEvent, { type: 'SolutionStarted' }>;
type Submitted = Extract<SolutionEvent, { type: 'SolutionSubmitted' }>;

/** The running quizzes of one application, by its id; no document without any. */
export interface TimersDocument {
  readonly _id: string;
  readonly _pos?: bigint;
  /** Null if none has a time limit. */
  readonly dueAt: string | null;
  readonly organizationId: string;
  /** As an index: the ids of the assessments, each between spaces. */
  readonly assessmentIds: string;
  readonly running: readonly {
    readonly solutionId: string;
    readonly assessmentId: string;
    readonly endsAt: string | null;
  }[];
}

/** A part of `assessmentIds`. */
export const timerOf = (assessmentId: string): string => ` ${assessmentId} `;

const withRunning = (
  document: Pick<TimersDocument, '_id' | 'organizationId'>,
  running: TimersDocument['running'],
): TimersDocument | undefined => {
  if (running.length === 0) return undefined;
  const [dueAt = null] = running.flatMap(({ endsAt }) => endsAt ?? []).toSorted();
  const { _id, organizationId } = document;
  const assessmentIds = running.map(({ assessmentId }) => timerOf(assessmentId)).join('');
  return { _id, dueAt, organizationId, assessmentIds, running };
};

function start(document: TimersDocument | undefined, { stream, data, at }: Recorded<Started>) {
  if (data.type !== 'quiz') return document;
  const { organizationId, solutionId, assessmentId } = data;
  return withRunning({ _id: idOf(stream), organizationId }, [
    ...(document?.running ?? []),
    { solutionId, assessmentId, endsAt: endsAt({ ...data, startedAt: at }) },
  ]);
}

const complete = (document: TimersDocument | undefined, { data }: Recorded<Submitted>) =>
  document &&
  withRunning(
    document,
    document.running.filter(({ solutionId }) => solutionId !== data.solutionId),
  );

/** Derived from the log, so that no restart loses a timer. */
export const timers = projection<TimersDocument, Started | Submitted | EventOf<typeof PersonalDataErased>>({
  name: 'timers',
  version: 3,
  digest: 'f8dd7fecd29e2650',
  indexes: ['dueAt', 'organizationId', 'assessmentIds'],
  id: (event) => idOf(event.stream),
  streams: (id) => [`application-${id}`, `solution-${id}`],
  on: {
    SolutionStarted: start,
    SolutionSubmitted: complete,
    PersonalDataErased: () => undefined,
  },
});
