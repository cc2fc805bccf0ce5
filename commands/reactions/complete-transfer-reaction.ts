import { application } from '../../domain/application/application.ts';
import type { ApplicationEvent } from '../../domain/application/events.ts';
import type { Recorded } from '../../domain/event-sourcing/event.ts';
import { idOf } from '../../domain/event-sourcing/streams.ts';
import { completeTransfer } from '../application/transfer-application.ts';
import type { Environment } from '../handling/environment.ts';
import { load } from '../handling/handle.ts';
import type { Reaction } from '../outbox/reaction.ts';
import { reactionContext } from '../outbox/reaction-context.ts';

type Transferred = Recorded<Extract<ApplicationEvent, { type: 'ApplicationTransferred' }>>;

const AFTER_THE_COMMAND_MS = 10_000;

export const COMPLETE_TRANSFER = 'completeTransfer';

export const createCompleteTransferReaction = (environment: Environment): Reaction => ({
  name: COMPLETE_TRANSFER,
  deliveriesFor: ({ type }) =>
    type === 'ApplicationTransferred' ? [{ lane: 'commands', delayMs: AFTER_THE_COMMAND_MS }] : [],
  async carryOut(entry) {
    const { events } = await load(environment, application, idOf(entry.stream), entry.revision);
    const transferred = events.find((event): event is Transferred => event.id === entry.eventId);
    if (!transferred) return { kind: 'failed', reason: 'The event is not in its stream.' };
    await completeTransfer(environment, transferred, reactionContext(environment, entry));
    return { kind: 'delivered' };
  },
});
