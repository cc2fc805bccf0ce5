import { application } from '../../domain/application/application.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import type { AnyEvent } from '../../domain/event-sourcing/event.ts';
import { categoryOf, idOf } from '../../domain/event-sourcing/streams.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { user } from '../../domain/user/user.ts';
import type { CommandContext } from '../context/context.ts';
import type { Environment } from '../handling/environment.ts';
import { type Handled, handle } from '../handling/handle.ts';
import { type Outbox, type OutboxEntry, openOutbox } from '../outbox/outbox.ts';
import type { Reaction } from '../outbox/reaction.ts';

export interface RetriedEmail {
  /** False for an email that was sent or is queued already. */
  readonly isQueued: boolean;
  /** Null for an invitation, which has no stream. */
  readonly recorded: RecordedRequest | null;
}
type RecordedRequest = Pick<Handled<unknown, AnyEvent>, 'position' | 'appended' | 'events'>;

/**
 * Records the request in the recipient's stream, except for invitations. After an interruption
 * `retry-email-reaction.ts` queues it.
 */
export async function retryEmail(
  environment: Pick<Environment, 'log' | 'vault' | 'now'>,
  { id, reactions }: { readonly id: string; readonly reactions: readonly Reaction[] },
  context: CommandContext,
): Promise<Result<RetriedEmail>> {
  const outbox = openOutbox(environment.vault);
  const entry = await outbox.get(id);
  const template = reactions.find(({ name }) => name === entry?.reaction)?.mail;
  if (!entry || template === undefined) return reject('not-found', TEXTS.access.notFound);
  const asked = await ask(environment, entry, template, { ...context, organizationId: entry.organizationId });
  if (asked !== null && !asked.ok) return asked;
  const isQueued = await reopen(outbox, id, environment.now(), context);
  return accept({ isQueued, recorded: asked?.value ?? null });
}

function ask(
  environment: Pick<Environment, 'log'>,
  { _id: outboxId, stream }: OutboxEntry,
  template: string,
  context: CommandContext,
): Promise<Result<RecordedRequest>> | null {
  const type = 'RetryEmail';
  if (categoryOf(stream) === application.category) {
    return handle(environment, application, idOf(stream), [{ type, data: { outboxId } }], context);
  }
  if (categoryOf(stream) === user.category) {
    return handle(environment, user, idOf(stream), [{ type, data: { outboxId, template } }], context);
  }
  return null;
}

/** Once per command. False if the email has not failed, or another process was faster. */
export async function reopen(
  outbox: Outbox,
  id: string,
  now: number,
  { commandId: retryId, correlationId }: Pick<CommandContext, 'commandId' | 'correlationId'>,
): Promise<boolean> {
  const entry = await outbox.get(id);
  if (entry?.state !== 'failed' || entry.retryId === retryId) return false;
  const at = new Date(now).toISOString();
  const { state, tries, nextTryAt, firstCorrelationId = entry.correlationId } = entry;
  const asked = { retryId, correlationId, firstCorrelationId, createdAt: at, dueAt: at };
  return outbox.replace(
    { ...entry, ...asked, state: 'pending', tries: 0, nextTryAt: at, reason: null, fault: null },
    { state, tries, nextTryAt },
  );
}

export async function retryEmailNow(outbox: Outbox, id: string, now: number): Promise<boolean> {
  const entry = await outbox.get(id);
  if (entry?.state !== 'pending' || entry.tries === 0) return false;
  const { state, tries, nextTryAt } = entry;
  return outbox.replace({ ...entry, nextTryAt: new Date(now).toISOString() }, { state, tries, nextTryAt });
}
