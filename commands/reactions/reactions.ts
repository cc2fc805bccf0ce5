import type { Result } from '../../domain/event-sourcing/decision.ts';
import type { CommandContext } from '../context/context.ts';
import { type FailingMail, failingMails } from '../mail/failing-mails.ts';
import { type RetriedMail, retryMail, retryMailNow } from '../mail/retry-mail.ts';
import { type Attempt, Dispatcher } from '../outbox/dispatcher.ts';
import { openOutbox, sweepOutbox } from '../outbox/outbox.ts';
import { type Asked, entryAskedFor, type Reaction } from '../outbox/reaction.ts';
import { type ReactionSource, Reactor } from '../outbox/reactor.ts';
import { createCompleteTransferReaction } from './complete-transfer-reaction.ts';
import { createFollowApplicationReaction } from './follow-application-reaction.ts';
import { createLinkCorrectedReaction } from './link-corrected-reaction.ts';
import { createMailReactions, type MailReactionOptions } from './mail-reactions.ts';
import { createRetryEmailReaction } from './retry-email-reaction.ts';

export interface ReactionsOptions extends MailReactionOptions {
  /** The log, or the engine's pages. */
  readonly source: ReactionSource;
  /** Further reactions besides emails and completions. */
  readonly others?: readonly Reaction[];
  readonly onProblem?: (message: string, error: unknown) => void;
  readonly onAttempt?: (attempt: Attempt) => void;
  /** True if other processes make requests and lead, too. */
  readonly isShared?: boolean;
}

export interface Reactions {
  /** Records the reactions' position in the log if unknown; later events are handled by any leader. */
  establish(): Promise<void>;
  /** Handles events and delivers outbox entries until the signal aborts; resolves when nothing runs any more. */
  run(signal: AbortSignal): Promise<void>;
  /** Queues a request without an event; delivered soon, at least once. */
  ask(asked: Asked, context: CommandContext): Promise<void>;
  /** Removes old finished entries. */
  sweep(): Promise<void>;
  /** Failed emails, then those that wait for a retry, newest first. */
  failingMails(): AsyncIterable<FailingMail>;
  /** Queues a failed email again. */
  retryMail(id: string, context: CommandContext): Promise<Result<RetriedMail>>;
  /** Makes the next attempt of a waiting email due; false if it does not wait any more. */
  retryMailNow(id: string): Promise<boolean>;
}

/** Emails, and the completion of commands that a crash interrupted. */
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
    failingMails: () => failingMails(outbox, reactions),
    async retryMail(id, context) {
      const retried = await retryMail(environment, { id, reactions }, context);
      dispatcher?.wake();
      return retried;
    },
    async retryMailNow(id) {
      const isDue = await retryMailNow(outbox, id, now());
      dispatcher?.wake();
      return isDue;
    },
  };
}
