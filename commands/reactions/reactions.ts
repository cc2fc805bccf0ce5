import type { Result } from '../../domain/event-sourcing/decision.ts';
import type { CommandContext } from '../context.ts';
import { createFollowApplicationReaction } from '../payment-account/follow-application-reaction.ts';
import { createCompleteTransferReaction } from './complete-transfer-reaction.ts';
import { type Attempt, Dispatcher } from './dispatcher.ts';
import { createLinkCorrectedReaction } from './link-corrected-reaction.ts';
import { createMailReactions, type MailReactionOptions } from './mail-reactions.ts';
import { openOutbox, sweepOutbox } from './outbox.ts';
import { type Asked, entryAskedFor, type Reaction } from './reaction.ts';
import { type ReactionSource, Reactor } from './reactor.ts';
import { createRetryEmailReaction } from './retry-email-reaction.ts';
import { hastenMail, type RetriedMail, retryMail } from './retry-mail.ts';
import { type TroubledMail, troubledMails } from './troubled-mails.ts';

export interface ReactionsOptions extends MailReactionOptions {
  /** The log, or the engine's fan-out of it. */
  readonly source: ReactionSource;
  /** What else follows from events, beside mails and what a crash has left half done. */
  readonly others?: readonly Reaction[];
  readonly onProblem?: (message: string, error: unknown) => void;
  readonly onAttempt?: (attempt: Attempt) => void;
  /** Other processes ask and lead, too. */
  readonly isShared?: boolean;
}

export interface Reactions {
  /** Notes where in the log the reactions stand, unless that is known: what comes after is answered by whoever runs. */
  establish(): Promise<void>;
  /** Answers events and does what stands in the outbox until the signal aborts; resolves when nothing of it runs any more. */
  run(signal: AbortSignal): Promise<void>;
  /** Notes what somebody has asked for: it is done soon, at least once, though no event leads to it. */
  ask(asked: Asked, context: CommandContext): Promise<void>;
  /** Removes from the outbox what has long been done. */
  sweep(): Promise<void>;
  /** Mails that were given up, then those that wait for another try, each the newest first. */
  troubledMails(): AsyncIterable<TroubledMail>;
  /** Queues a mail again that was given up. */
  retryMail(id: string, context: CommandContext): Promise<Result<RetriedMail>>;
  /** Makes the next try of a waiting mail due; false if another one has begun. */
  hastenMail(id: string): Promise<boolean>;
}

/** What the portal does because of events: mails, and what a crash has left half done. */
export function createReactions({
  source,
  others = [],
  onProblem = () => {},
  onAttempt = () => {},
  isShared = false,
  ...options
}: ReactionsOptions): Reactions {
  const { environment } = options;
  const { vault, now } = environment;
  const outbox = openOutbox(vault);
  const reactions = [
    ...createMailReactions(options),
    createCompleteTransferReaction(environment),
    createLinkCorrectedReaction(environment),
    createFollowApplicationReaction(environment),
    createRetryEmailReaction(environment),
    ...others,
  ];
  const openReactor = () => new Reactor({ source, vault, outbox, reactions, now });
  let dispatcher: Dispatcher | undefined;

  return {
    async establish() {
      await openReactor().establish();
    },
    async run(signal) {
      const reactor = openReactor();
      await reactor.open();
      const mine = new Dispatcher({ outbox, reactions, now, onProblem, onAttempt, isShared });
      dispatcher = mine;
      const wake = () => mine.wake();
      wake();
      try {
        await reactor.run(signal, wake, (error) => onProblem('The reactions cannot follow the log', error));
      } finally {
        await mine.stop();
      }
      await reactor.close().catch((error) => onProblem('The checkpoint of the reactions could not be saved', error));
    },
    async ask(asked, context) {
      await outbox.insert(entryAskedFor(asked, context, now()));
      dispatcher?.wake();
    },
    sweep: () => sweepOutbox(outbox, now()),
    troubledMails: () => troubledMails(outbox, reactions),
    async retryMail(id, context) {
      const retried = await retryMail(environment, { id, reactions }, context);
      dispatcher?.wake();
      return retried;
    },
    async hastenMail(id) {
      const isDue = await hastenMail(outbox, id, now());
      dispatcher?.wake();
      return isDue;
    },
  };
}
