import type { EmailRetryRequested } from '../../domain/email/events.ts';
import type { EventOf } from '../../domain/event-sourcing/event.ts';
import { reopen } from '../email/retry-email.ts';
import type { Environment } from '../handling/environment.ts';
import { openOutbox } from '../outbox/outbox.ts';
import type { Reaction } from '../outbox/reaction.ts';

export function createRetryEmailReaction({ log, vault, now }: Pick<Environment, 'log' | 'vault' | 'now'>): Reaction {
  return {
    name: 'retryEmail',
    deliveriesFor: ({ type }) => (type === 'EmailRetryRequested' ? [{ lane: 'commands' }] : []),
    async carryOut({ stream, revision }) {
      const event = (await log.readStream(stream)).find((found) => found.revision === revision);
      if (event?.type !== 'EmailRetryRequested') throw new Error(`${stream} holds no such request`);
      const { outboxId } = (event as unknown as EventOf<typeof EmailRetryRequested>).data;
      const isQueued = await reopen(openOutbox(vault), outboxId, now(), event.metadata);
      return isQueued ? { kind: 'delivered' } : { kind: 'drop', reason: 'The email is already queued.' };
    },
  };
}
