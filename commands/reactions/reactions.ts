import type { Result } from '../../domain/event-sourcing/decision.ts';
import type { CommandContext } from '../context/context.ts';
import { type FailingEmail, failingEmails } from '../email/failing-emails.ts';
import { type RetriedEmail, retryEmail, retryEmailNow } from '../email/retry-email.ts';
import { type Attempt, Dispatcher } from '../outbox/dispatcher.ts';
import { openOutbox, sweepOutbox } from '../outbox/outbox.ts';
import { type Asked, entryAskedFor, type Reaction } from '../outbox/reaction.ts';
import { type ReactionSource, Reactor } from '../outbox/reactor.ts';
import { createCompleteTransferReaction } from './complete-transfer-reaction.ts';
import { createEmailReactions, type EmailReactionOptions } from './email-reactions.ts';
import { createFollowApplicationReaction } from './follow-application-reaction.ts';
import { createLinkCorrectedReaction } from './link-corrected-reaction.ts';
import { createRetryEmailReaction } from './retry-email-reaction.ts';

export interface ReactionsOptions extends EmailReactionOptions {
  readonly source: ReactionSource;
  readonly others?: readonly Reaction[];
  readonly onProblem?: (message: string, error: unknown) => void;
  readonly onAttempt?: (attempt: Attempt) => void;
  readonly isShared?: boolean;
}

export interface Reactions {
  establish(): Promise<void>;
  run(signal: AbortSignal): Promise<void>;
  /** Delivered soon, at least once. */
  ask(asked: Asked, context: CommandContext): Promise<void>;
  sweep(): Promise<void>;
  failingEmails(): AsyncIterable<FailingEmail>;
  retryEmail(id: string, context: CommandContext): Promise<Result<RetriedEmail>>;
  /** False if it no longer waits. */
  retryEmailNow(id: string): Promise<boolean>;
}

/** Emails, and the completion of interrupted commands. */
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
    ...createEmailReactions(options),
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
    failingEmails: () => failingEmails(outbox, reactions),
    async retryEmail(id, context) {
      const retried = await retryEmail(environment, { id, reactions }, context);
      dispatcher?.wake();
      return retried;
    },
    async retryEmailNow(id) {
      const isDue = await retryEmailNow(outbox, id, now());
      dispatcher?.wake();
      return isDue;
    },
  };
}
