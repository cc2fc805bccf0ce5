import { application } from '../../domain/application/application.ts';
import type { ApplicationEvent } from '../../domain/application/events.ts';
import { idOf } from '../../domain/event-sourcing/streams.ts';
import { organization } from '../../domain/organization/organization.ts';
import type { Environment } from '../handling/environment.ts';
import { handle, load } from '../handling/handle.ts';
import type { OutboxEntry } from '../outbox/outbox.ts';
import type { Outcome, Reaction } from '../outbox/reaction.ts';
import { reactionContext } from '../outbox/reaction-context.ts';
import type { SealedSecrets } from '../vault/sealed-secrets.ts';
import type { Calendly, ScheduledEvent } from './calendly.ts';
import { scheduledEventIdOf } from './event-uri.ts';

/** Calendly may know an event a moment later than the browser. */
const TRIES_OF_NOT_FOUND = 4;

export interface FetchInterviewOptions {
  readonly environment: Environment;
  readonly secrets: Pick<SealedSecrets, 'get'>;
  readonly calendly: Calendly;
  readonly apiUrl: string;
}

export const createFetchInterviewReaction = (options: FetchInterviewOptions): Reaction => ({
  name: 'fetchInterview',
  deliveriesFor: (event) =>
    leavesOpen(event as Pick<ApplicationEvent, 'type' | 'data'> as ApplicationEvent) ? [{ lane: 'calendly' }] : [],
  async carryOut(entry) {
    const applicationId = idOf(entry.stream);
    const { state } = await load(options.environment, application, applicationId);
    if (state.kind !== 'application' || state.calendlyEventUri === null) return drop('No interview is scheduled.');
    if (state.isErased) return drop('The person has been erased.');
    const eventId = scheduledEventIdOf(state.calendlyEventUri, options.apiUrl);
    if (!eventId.ok) return drop('The interview is not on Calendly.');
    const token = await tokenOf(options, state.organizationId);
    if (token === undefined) return drop('The organization has no access token for Calendly.');
    const answer = await options.calendly.scheduledEvent(token, eventId.value);
    switch (answer.kind) {
      case 'found':
        return note(options, entry, state.calendlyEventUri, answer.value);
      case 'unavailable':
        return { kind: 'retry', reason: answer.reason, afterMs: answer.afterMs };
      case 'refused': {
        const mayChange = answer.reason === 'unauthorized' || entry.tries + 1 < TRIES_OF_NOT_FOUND;
        const isOver = answer.reason === 'canceled' || !mayChange;
        return { kind: isOver ? 'failed' : 'retry', reason: answer.reason };
      }
    }
  },
});

const drop = (reason: string): Outcome => ({ kind: 'drop', reason });

/** An interview without its time, booked here or copied by a transfer. */
function leavesOpen(event: ApplicationEvent): boolean {
  if (event.type === 'InterviewScheduled') return event.data.eventUri !== null && event.data.startsAt === null;
  if (event.type !== 'ApplicationCopied') return false;
  return event.data.calendlyEventUri !== null && event.data.calendlyStartTime === null;
}

async function tokenOf(
  { environment, secrets }: FetchInterviewOptions,
  organizationId: string,
): Promise<string | undefined> {
  const { state } = await load(environment, organization, organizationId);
  const secretId = state.secrets.calendlyAccessToken;
  return secretId === null ? undefined : secrets.get(secretId);
}

/** The time as soon as it is known, the link when the meeting is set up. */
async function note(
  { environment }: FetchInterviewOptions,
  entry: OutboxEntry,
  eventUri: string,
  { isPending, ...details }: ScheduledEvent,
): Promise<Outcome> {
  const data = { eventUri, ...details };
  const { startsAt, joinUrl, endsAt } = details;
  const context = reactionContext(environment, entry, `note ${startsAt} ${joinUrl}${endsAt ? ` ${endsAt}` : ''}`);
  const command = { type: 'ReceiveInterviewDetails', data } as const;
  const noted = await handle(environment, application, idOf(entry.stream), [command], context);
  if (!noted.ok) return { kind: noted.rejection.code === 'conflict' ? 'retry' : 'drop', reason: noted.rejection.code };
  return isPending ? { kind: 'retry', reason: 'meeting-pending' } : { kind: 'delivered' };
}
