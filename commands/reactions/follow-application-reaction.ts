import { idOf } from '../../domain/event-sourcing/streams.ts';
import { mayBeFollowed } from '../../domain/payment-account/followed.ts';
import type { Environment } from '../handling/environment.ts';
import type { Reaction } from '../outbox/reaction.ts';
import { reactionContext } from '../outbox/reaction-context.ts';
import { followApplication } from '../payment-account/follow-application.ts';

/** For interrupted commands only. */
const AFTER_THE_COMMAND_MS = 10_000;

export const createFollowApplicationReaction = (environment: Environment): Reaction => ({
  name: 'followApplication',
  deliveriesFor: (event) => (mayBeFollowed(event) ? [{ lane: 'commands', delayMs: AFTER_THE_COMMAND_MS }] : []),
  async carryOut(entry) {
    await followApplication(environment, idOf(entry.stream), reactionContext(environment, entry));
    return { kind: 'delivered' };
  },
});
