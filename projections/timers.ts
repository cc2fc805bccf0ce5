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
  readonly dueAt: string;
  readonly organizationId: string;
  readonly running: readonly { readonly solutionId: string; readonly assessmentId: string; readonly endsAt: string }[];
}

const withRunning = (
  document: Pick<TimersDocument, '_id' | 'organizationId'>,
  running: TimersDocument['running'],
): TimersDocument | undefined => {
  const [first] = running.map((timer) => timer.endsAt).toSorted();
  const { _id, organizationId } = document;
  return first === undefined ? undefined : { _id, dueAt: first, organizationId, running };
};

function start(document: TimersDocument | undefined, { stream, data, at }: Recorded<Started>) {
  const end = data.type === 'quiz' ? endsAt({ ...data, startedAt: at }) : null;
  if (end === null) return document;
  const { organizationId, solutionId, assessmentId } = data;
  return withRunning({ _id: idOf(stream), organizationId }, [
    ...(document?.running ?? []),
    { solutionId, assessmentId, endsAt: end },
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
  version: 2,
  digest: 'a9529c4e5683bbca',
  indexes: ['dueAt', 'organizationId'],
  id: (event) => idOf(event.stream),
  streams: (id) => [`application-${id}`, `solution-${id}`],
  on: {
    SolutionStarted: start,
    SolutionSubmitted: complete,
    PersonalDataErased: () => undefined,
  },
});
