import { application } from '../../domain/application/application.ts';
import { categoryOf, idOf } from '../../domain/streams.ts';
import { user } from '../../domain/user/user.ts';
import type { CommandContext } from '../context.ts';
import { handle } from '../handle.ts';
import { createCompleteTransferReaction } from './complete-transfer-reaction.ts';
import { Dispatcher } from './dispatcher.ts';
import { createMailReactions, type MailReactionOptions } from './mail-reactions.ts';
import { type OutboxEntry, openOutbox, sweepOutbox } from './outbox.ts';
import { type Asked, entryAskedFor } from './reaction.ts';
import { reactionContext } from './reaction-context.ts';
import { type ReactionSource, Reactor } from './reactor.ts';

export interface ReactionsOptions extends MailReactionOptions {
  /** The log, or the engine's fan-out of it. */
  readonly source: ReactionSource;
  readonly onProblem?: (message: string, error: unknown) => void;
}

export interface Reactions {
  /** Resolves when it knows where in the log it stands; from then on events are answered. */
  start(): Promise<void>;
  /** Notes what somebody has asked for: it is done soon, at least once, though no event leads to it. */
  ask(asked: Asked, context: CommandContext): Promise<void>;
  /** Removes from the outbox what has long been done. */
  sweep(): Promise<void>;
  /** Resolves when nothing of it runs any more. */
  stop(): Promise<void>;
}

/** What the portal does because of events: mails, and what a crash has left half done (design §3). */
export function createReactions({ source, onProblem = () => {}, ...options }: ReactionsOptions): Reactions {
  const { environment } = options;
  const { vault, now } = environment;
  const outbox = openOutbox(vault);
  const reactions = [...createMailReactions(options), createCompleteTransferReaction(environment)];
  const reactor = new Reactor({ source, vault, outbox, reactions, now });

  /** The log learns what became of a mail, on the stream of whom it went to. */
  async function record(entry: OutboxEntry, template: string, failure: string | null): Promise<void> {
    const command = { type: 'RecordEmailOutcome', data: { outboxId: entry._id, template, failure } } as const;
    const context = reactionContext(environment, entry, 'record the outcome');
    const id = idOf(entry.stream);
    const recorded =
      categoryOf(entry.stream) === user.category
        ? await handle(environment, user, id, [command], context)
        : await handle(environment, application, id, [command], context);
    if (!recorded.ok && recorded.rejection.code === 'conflict') throw new Error(recorded.rejection.message);
  }

  const dispatcher = new Dispatcher({ outbox, reactions, now, record, onProblem });
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();

  return {
    async start() {
      await reactor.open();
      running = reactor.run(
        stopping.signal,
        () => dispatcher.wake(),
        (error) => onProblem('The reactions cannot follow the log', error),
      );
      dispatcher.wake();
    },
    async ask(asked, context) {
      await outbox.insert(entryAskedFor(asked, context, now()));
      dispatcher.wake();
    },
    sweep: () => sweepOutbox(outbox, now()),
    async stop() {
      stopping.abort();
      await running;
      await dispatcher.stop();
      await reactor.close().catch((error) => onProblem('The checkpoint of the reactions could not be saved', error));
    },
  };
}
