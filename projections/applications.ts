import type { ActivityEvent } from '../domain/activity/events.ts';
import { application } from '../domain/application/application.ts';
import { APPLICATION_EVENTS, type ApplicationEvent, PlaceClaimed } from '../domain/application/events.ts';
import { type Application, NOTHING } from '../domain/application/state.ts';
import { statusSince } from '../domain/application/status-since.ts';
import { hasReached } from '../domain/application/statuses.ts';
import { EMAIL_EVENTS } from '../domain/email/events.ts';
import type { Recorded } from '../domain/event-sourcing/event.ts';
import { categoryOf, idOf } from '../domain/event-sourcing/streams.ts';
import type { SolutionEvent } from '../domain/solution/events.ts';
import type { Outcome } from '../domain/solution/state.ts';
import { normalizeEmail } from '../domain/values/email.ts';
import { PersonalDataErased } from '../domain/values/personal-data.ts';
import { projection } from './engine/projection.ts';

/** An application's state with what lists need. Emails of other people are joined on read. */
export interface ApplicationDocument extends Application {
  readonly _id: string;
  readonly _pos?: bigint;
  readonly version: number;
  readonly emailKey: string | null;
  /** The batch in which it occupies a seat; null below CONTRACT RECEIVED. Indexed, because seats are counted. */
  readonly seatIn: string | null;
  readonly statusSince: string;
  readonly lastSeenAt: string | null;
  readonly outcomes: readonly Outcome[];
}

type StateEvent = Exclude<ApplicationEvent, { type: 'PlaceClaimed' }>;

/** Ignores events on accounts, which have the same types. */
function fold(document: ApplicationDocument | undefined, event: Recorded<StateEvent>): ApplicationDocument | undefined {
  if (categoryOf(event.stream) !== application.category) return document;
  const state = application.evolve(document ?? NOTHING, event);
  if (state.kind !== 'application') return document;
  return {
    ...state,
    _id: idOf(event.stream),
    version: event.revision,
    emailKey: state.email === null ? null : normalizeEmail(state.email),
    seatIn: hasReached(state.status, 'CONTRACT RECEIVED') ? state.batchId : null,
    statusSince: statusSince(document, state.status, event),
    lastSeenAt: document?.lastSeenAt ?? null,
    outcomes: document?.outcomes ?? [],
  };
}

const FOLDS = Object.fromEntries(
  [...APPLICATION_EVENTS, ...EMAIL_EVENTS, PersonalDataErased]
    .filter((definition) => definition !== PlaceClaimed)
    .map(({ type }) => [type, fold]),
) as { readonly [Type in StateEvent['type']]: typeof fold };

type OutcomeEvent = Extract<SolutionEvent, { type: 'SolutionSubmitted' | 'SolutionCopied' | 'SolutionRetaken' }>;

function withOutcome(document: ApplicationDocument | undefined, event: Recorded<OutcomeEvent>) {
  if (!document) return undefined;
  const { solutionId, assessmentId } = event.data;
  const others = document.outcomes.filter((outcome) => outcome.solutionId !== solutionId);
  if (event.type === 'SolutionRetaken') return { ...document, outcomes: others };
  return { ...document, outcomes: [...others, { solutionId, assessmentId, score: event.data.score }] };
}

export const applications = projection<ApplicationDocument, StateEvent | ActivityEvent | OutcomeEvent>({
  name: 'applications',
  version: 13,
  digest: '1f10b639470aa295',
  indexes: ['organizationId', 'batchId', 'seatIn', 'userId', 'emailKey', 'createdAt'],
  compound: [['batchId', 'createdAt', '_id', 'organizationId']],
  id: (event) => idOf(event.stream),
  streams: (id) => [`application-${id}`, `activity-${id}`, `solution-${id}`],
  on: {
    ...FOLDS,
    ApplicationRemoved: () => undefined,
    SolutionSubmitted: withOutcome,
    SolutionCopied: withOutcome,
    SolutionRetaken: withOutcome,
    ActivityRecorded: (document, { at }) => document && { ...document, lastSeenAt: at },
  },
});
