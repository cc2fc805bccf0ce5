import type { EventLog } from '../../commands/event-store/event-log.ts';
import { CANCELLED_REASON } from '../../commands/outbox/cancel-delivery.ts';
import { type OutboxEntry, type OutboxState, openOutbox } from '../../commands/outbox/outbox.ts';
import { REQUESTED_EMAIL, templateOfReaction } from '../../commands/reactions/email-reactions.ts';
import type { Vault } from '../../commands/vault/vault.ts';
import { application } from '../../domain/application/application.ts';
import type { ApplicationEvent } from '../../domain/application/events.ts';
import type { Recorded } from '../../domain/event-sourcing/event.ts';
import { streamOf } from '../../domain/event-sourcing/streams.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { EmailMessage } from '../contract/messages.ts';
import type { ReadModels } from '../read-models/read-models.ts';

const STATUS_OF_STATE: Readonly<Record<OutboxState, EmailMessage['status']>> = {
  pending: 'waiting',
  sending: 'sending',
  settling: 'sending',
  delivered: 'delivered',
  failed: 'failed',
  dropped: 'dropped',
};

/** Requests and outcomes come from the stream; attempts of the last 90 days from the outbox. */
export async function messagesView(
  applicationId: string,
  { log, vault, now, readModels }: { log: EventLog; vault: Vault; now: () => number; readModels: ReadModels },
): Promise<EmailMessage[]> {
  const stream = streamOf(application.category, applicationId);
  // Entries first, so that the outcome of a settled one is among the events.
  const { documents: entries } = await openOutbox(vault).find({ stream });
  const events = (await log.readStream(stream)) as readonly Recorded<ApplicationEvent>[];
  const messages = new Map<string, EmailMessage>();
  const written = new Map<string, NonNullable<EmailMessage['written']>>();
  for (const event of events) {
    if (event.type === 'EmailTextWritten' && event.personal) written.set(event.data.requestId, event.personal);
    if (event.type === 'EmailRequested') {
      const text = written.get(event.data.requestId);
      messages.set(`${event.id}:${REQUESTED_EMAIL}`, { ...requested(event), ...(text ? { written: text } : {}) });
    }
  }
  for (const entry of entries) {
    const asked = events.find(({ id }) => id === entry.eventId);
    const message = messages.get(entry._id) ?? sentByPortal(entry, asked?.at);
    if (message) messages.set(entry._id, withState(message, entry, now()));
  }
  const queued = new Map(messages);
  const settling = new Set(entries.flatMap(({ _id, state }) => (state === 'settling' ? [_id] : [])));
  for (const event of events) {
    if (!isFate(event)) continue;
    const { outboxId, template } = event.data;
    const message = messages.get(outboxId) ?? blank(outboxId, template, event.at);
    messages.set(
      outboxId,
      event.type === 'EmailRetryRequested' || settling.has(outboxId)
        ? { ...message, ...statusOf(queued.get(outboxId) ?? blank(outboxId, template, event.at)) }
        : withOutcome(message, event),
    );
  }
  const newestFirst = [...messages.values()].toSorted((one, other) => other.requestedAt.localeCompare(one.requestedAt));
  return withEmails(newestFirst, readModels);
}

const blank = (_id: string, template: string, requestedAt: string): EmailMessage => ({
  _id,
  template,
  status: 'waiting',
  requestedAt,
  requestedBy: null,
  settledAt: null,
  nextTryAt: null,
  tries: null,
  reason: null,
  canSendAgain: false,
});

function requested(event: Recorded<Extract<ApplicationEvent, { type: 'EmailRequested' }>>): EmailMessage {
  const { actor, at, data, id } = event;
  const requestedBy = actor.id === undefined ? null : { id: actor.id, email: null };
  return { ...blank(`${id}:${REQUESTED_EMAIL}`, data.template, at), requestedBy, nextTryAt: data.sendAt };
}

function sentByPortal(
  { _id, reaction, createdAt }: OutboxEntry,
  requestedAt: string = createdAt,
): EmailMessage | undefined {
  const template = templateOfReaction(reaction);
  return template === undefined ? undefined : blank(_id, template, requestedAt);
}

/** An email that has been due for this long without an attempt waits behind others of its mail server. */
const QUEUED_MS = 60_000;

function withState(message: EmailMessage, { state, tries, nextTryAt, reason }: OutboxEntry, now: number): EmailMessage {
  const isCancelled = state === 'dropped' && reason === CANCELLED_REASON;
  const isQueued = state === 'pending' && tries === 0 && Date.parse(nextTryAt) + QUEUED_MS < now;
  return {
    ...message,
    status: isCancelled ? 'cancelled' : STATUS_OF_STATE[state],
    tries,
    nextTryAt: state === 'pending' && !isQueued ? nextTryAt : null,
    reason: isCancelled ? null : isQueued ? TEXTS.mail.isQueued : reason,
    canSendAgain: state === 'failed',
  };
}

/** The status of an email that is being retried, or whose outcome is being recorded, comes from the outbox. */
const statusOf = ({ status, nextTryAt, tries, reason, canSendAgain }: EmailMessage) => ({
  status,
  nextTryAt,
  tries,
  reason,
  canSendAgain,
  settledAt: null,
});

type Fate = Recorded<Extract<ApplicationEvent, { type: 'EmailDelivered' | 'EmailFailed' | 'EmailRetryRequested' }>>;
const FATES: readonly string[] = ['EmailDelivered', 'EmailFailed', 'EmailRetryRequested'] satisfies Fate['type'][];
const isFate = (event: Recorded<ApplicationEvent>): event is Fate => FATES.includes(event.type);

const withOutcome = (message: EmailMessage, event: Exclude<Fate, { type: 'EmailRetryRequested' }>): EmailMessage => ({
  ...message,
  status: event.type === 'EmailDelivered' ? 'delivered' : 'failed',
  settledAt: event.at,
  nextTryAt: null,
  reason: event.type === 'EmailFailed' ? event.data.reason : null,
});

async function withEmails(messages: readonly EmailMessage[], { users }: ReadModels): Promise<EmailMessage[]> {
  const ids = new Set(messages.flatMap(({ requestedBy }) => requestedBy?.id ?? []));
  const emails = new Map((await users.getMany([...ids])).map(({ _id, email }) => [_id, email]));
  return messages.map((message) => {
    const { requestedBy } = message;
    return requestedBy
      ? { ...message, requestedBy: { ...requestedBy, email: emails.get(requestedBy.id) ?? null } }
      : message;
  });
}
