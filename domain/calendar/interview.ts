import type { ApplicationEvent } from '../application/events.ts';
import { type ApplicationStatus, isLocked } from '../application/statuses.ts';
import type { Happened } from '../event-sourcing/event.ts';

/** What calendars show of an application's interview. Times are ISO-8601 UTC. */
export interface Interview {
  readonly organizationId: string;
  readonly batchId: string;
  readonly trackingNumber: number;
  readonly status: ApplicationStatus;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly eventUri: string | null;
  /** The last known time, also of an interview that is cancelled; null before the first. */
  readonly startsAt: string | null;
  readonly endsAt: string | null;
  readonly joinUrl: string | null;
  /** False from a new booking until the scheduling service reports its time. */
  readonly isTimeKnown: boolean;
  /** Erased or removed. */
  readonly isGone: boolean;
  /** Null: it takes place, or has taken place. */
  readonly cancelledAt: string | null;
  /** Counts the changes of what a calendar shows. */
  readonly sequence: number;
  readonly changedAt: string;
}

type Of<Type extends ApplicationEvent['type']> = Extract<ApplicationEvent, { type: Type }>;
type Values = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() ? value.trim() : null);

const namesIn = (values: Values) => ({ firstName: textOf(values.firstName), lastName: textOf(values.lastName) });

function begun(
  { data, personal }: Of<'ApplicationSubmitted'> | Of<'ApplicationCopied'>,
  status: ApplicationStatus,
): Omit<Interview, 'changedAt'> {
  const { organizationId, batchId, trackingNumber } = data;
  return {
    ...{ organizationId, batchId, trackingNumber, status },
    ...namesIn(personal?.values ?? {}),
    ...{ eventUri: null, startsAt: null, endsAt: null, joinUrl: null, isTimeKnown: false },
    ...{ isGone: false, cancelledAt: null, sequence: 0 },
  };
}

const timeOf = (startsAt: string | null, endsAt: string | null | undefined, joinUrl: string | null) =>
  startsAt === null ? { isTimeKnown: false } : { startsAt, endsAt: endsAt ?? null, joinUrl, isTimeKnown: true };

const GONE = { firstName: null, lastName: null, joinUrl: null, isGone: true };

/** The events that change an interview, on the application's stream. */
export type InterviewEvent = Of<
  | 'ApplicationSubmitted'
  | 'ApplicationCopied'
  | 'DetailsSaved'
  | 'StatusChanged'
  | 'ApplicationTransferred'
  | 'InterviewScheduled'
  | 'InterviewDetailsReceived'
  | 'PersonalDataErased'
  | 'ApplicationRemoved'
>;

function changesBy(event: ApplicationEvent, { eventUri }: Interview): Partial<Interview> {
  switch (event.type) {
    case 'DetailsSaved': {
      const { firstName, lastName } = event.personal?.values ?? {};
      return {
        ...(firstName !== undefined && { firstName: textOf(firstName) }),
        ...(lastName !== undefined && { lastName: textOf(lastName) }),
      };
    }
    case 'StatusChanged':
      return { status: event.data.to };
    case 'ApplicationTransferred':
      return { status: 'TRANSFERRED' };
    case 'InterviewScheduled':
      return { eventUri: event.data.eventUri, ...timeOf(event.data.startsAt, null, event.data.joinUrl) };
    case 'InterviewDetailsReceived': {
      const { startsAt, endsAt, joinUrl } = event.data;
      return event.data.eventUri === eventUri ? timeOf(startsAt, endsAt, joinUrl) : {};
    }
    case 'PersonalDataErased':
    case 'ApplicationRemoved':
      return GONE;
    default:
      return {};
  }
}

export function interviewAfter(
  before: Interview | undefined,
  event: Happened<ApplicationEvent>,
): Interview | undefined {
  if (event.type === 'ApplicationSubmitted') return { ...begun(event, 'NEW'), changedAt: event.at };
  if (event.type === 'ApplicationCopied') {
    const { status, calendlyEventUri: eventUri, calendlyStartTime, calendlyEndTime, calendlyJoinUrl } = event.data;
    const time = timeOf(calendlyStartTime, calendlyEndTime, calendlyJoinUrl);
    return { ...begun(event, status), eventUri, ...time, changedAt: event.at };
  }
  return before && revised(before, { ...before, ...changesBy(event, before) }, event.at);
}

const shownBy = ({ startsAt, endsAt, joinUrl, firstName, lastName, cancelledAt }: Interview): string =>
  JSON.stringify([startsAt, endsAt, joinUrl, firstName, lastName, cancelledAt !== null]);

function revised(before: Interview, changed: Interview, at: string): Interview {
  const after = { ...changed, cancelledAt: cancelledAt(before, changed, at) };
  if (shownBy(before) === shownBy(after)) return after;
  const isFirst = before.startsAt === null;
  return { ...after, sequence: isFirst ? 0 : before.sequence + 1, changedAt: at };
}

/** An interview that has begun takes place, whatever happens to the application afterwards, unless the person is erased. */
function cancelledAt(
  before: Interview,
  { status, isTimeKnown, isGone, startsAt }: Interview,
  at: string,
): string | null {
  if (startsAt === null || (!isLocked(status) && isTimeKnown && !isGone)) return null;
  if (before.cancelledAt !== null) return before.cancelledAt;
  return isGone || before.startsAt === null || at < before.startsAt ? at : null;
}
