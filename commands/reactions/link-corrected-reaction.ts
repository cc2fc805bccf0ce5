import { idOf } from '../../domain/event-sourcing/streams.ts';
import { linkCorrected } from '../application/link-applications.ts';
import type { Environment } from '../handling/environment.ts';
import type { Reaction } from '../outbox/reaction.ts';
import { reactionContext } from '../outbox/reaction-context.ts';

const AFTER_THE_COMMAND_MS = 10_000;

export const LINK_CORRECTED = 'linkCorrected';

export const createLinkCorrectedReaction = (environment: Environment): Reaction => ({
  name: LINK_CORRECTED,
  deliveriesFor: ({ type }) => (type === 'EmailCorrected' ? [{ lane: 'commands', delayMs: AFTER_THE_COMMAND_MS }] : []),
  async carryOut(entry) {
    await linkCorrected(environment, idOf(entry.stream), reactionContext(environment, entry));
    return { kind: 'delivered' };
  },
});
