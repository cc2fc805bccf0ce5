import { application } from '../application/application.ts';
import { APPLICATION_EVENTS, type ApplicationEvent } from '../application/events.ts';
import { type ApplicationState, NOTHING } from '../application/state.ts';
import type { AnyEvent, Recorded } from '../event-sourcing/event.ts';
import { categoryOf } from '../event-sourcing/streams.ts';
import type { SolutionEvent } from '../solution/events.ts';
import { PersonalDataErased } from '../values/personal-data.ts';
import { publicTypeOf } from './public-event.ts';

export interface Attempt {
  readonly assessmentId: string;
  readonly score: number | null;
  readonly isLate: boolean;
  readonly isSubmitted: boolean;
}

/** What the published bodies of an application are made of, as of one of its events. */
export interface PublicState {
  readonly application: ApplicationState;
  /** Published events so far. */
  readonly sequence: number;
  /** Solutions by id. */
  readonly attempts: ReadonlyMap<string, Attempt>;
  /** When its original was submitted, for a copy. */
  readonly appliedAt: string | null;
}

export const NOTHING_PUBLIC: PublicState = {
  application: NOTHING,
  sequence: 0,
  attempts: new Map(),
  appliedAt: null,
};

/** Comments and emails are in no body. */
const FOLDED: ReadonlySet<string> = new Set(
  [...APPLICATION_EVENTS, PersonalDataErased].map(({ type }) => type).filter((type) => !type.startsWith('Comment')),
);

/** `appliedAtOf` gives the time at which an original was submitted. Events come in the order of the log. */
export function advance(
  state: PublicState,
  event: Recorded<AnyEvent>,
  appliedAtOf: (originalId: string) => string | null,
): PublicState {
  const sequence = publicTypeOf(event) === null ? state.sequence : state.sequence + 1;
  if (categoryOf(event.stream) === 'solution') {
    return { ...state, sequence, attempts: attemptsAfter(state.attempts, event as Recorded<SolutionEvent>) };
  }
  if (!FOLDED.has(event.type)) return state;
  const folded = application.evolve(state.application, event as Recorded<ApplicationEvent>);
  return {
    ...state,
    sequence,
    application: folded.kind === 'application' && folded.comments.length > 0 ? { ...folded, comments: [] } : folded,
    appliedAt: originalOf(event) === null ? state.appliedAt : appliedAtOf(originalOf(event) ?? ''),
  };
}

/** The application from which this event copies its own; null if it copies none. */
export const originalOf = (event: AnyEvent): string | null =>
  event.type === 'ApplicationCopied' ? (event.data as { readonly fromId: string }).fromId : null;

function attemptsAfter(attempts: PublicState['attempts'], { type, data }: SolutionEvent): PublicState['attempts'] {
  if (type !== 'SolutionStarted' && type !== 'SolutionSubmitted') return attempts;
  const { solutionId, assessmentId } = data;
  const attempt: Attempt =
    type === 'SolutionStarted'
      ? { assessmentId, score: null, isLate: false, isSubmitted: false }
      : { assessmentId, score: data.score, isLate: data.isLate, isSubmitted: true };
  return new Map(attempts).set(solutionId, attempt);
}
