import { withCorrelation } from '../correlation.ts';
import type { Outbox, OutboxEntry } from './outbox.ts';
import type { Handed, Outcome, Reaction } from './reaction.ts';

const AT_ONCE = 8;
const FIRST_RETRY_MS = 5000;
const LONGEST_RETRY_MS = 3_600_000;
/** With the pauses between them some twelve hours. */
export const MAX_TRIES = 22;
const JITTER = 0.2;
const LONGEST_TIMER_MS = 3_600_000;
/** Where other processes write to the outbox, somebody has to look: a mail that was asked for leaves within a second. */
const LOOK_EVERY_MS = 1000;
/** What somebody has begun and not finished by then is begun again: its process has gone. */
const CLAIM_MS = 30_000;
const OPEN = ['pending', 'sending', 'settling'] as const;

/** How a try ended, for the log and the figures: the entry as it is stored since, and what happened. */
export interface Attempt {
  /** `pending` after a failed try, else how it ended. */
  readonly entry: OutboxEntry;
  /** What was mailed; null for a command. */
  readonly mail: string | null;
  readonly handed: Handed | null;
  /** It failed for good before its tries were used up: its recipient does not exist. */
  readonly isRefused: boolean;
  /** What was thrown: a store that is away, or a bug. */
  readonly error?: unknown;
}

/** What else is known of a try while its process lives. */
type Tried = Pick<Attempt, 'handed' | 'isRefused' | 'error'>;

export interface DispatcherOptions {
  readonly outbox: Outbox;
  readonly reactions: readonly Reaction[];
  readonly now: () => number;
  /** Between 0 and 1; spreads the retries. */
  readonly random?: () => number;
  /** Tells the log of a mail's fate; may be told the same again. */
  readonly record: (entry: OutboxEntry, template: string, failure: string | null) => Promise<void>;
  readonly onProblem: (message: string, error: unknown) => void;
  /** Told of each try once it is stored. */
  readonly onAttempt: (attempt: Attempt) => void;
  /** Other processes write to the outbox, too, and one of them may still be sending what it led to. */
  readonly isShared: boolean;
}

/** Exponential from 5 s to 1 h, ± 20 %, so that what failed together does not come back together. */
export function retryDelay(tries: number, random: number): number {
  const base = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(tries - 1, 30));
  return Math.round(base * (1 - JITTER + 2 * JITTER * random));
}

/** Messages of outside services may name people; the outbox and the log keep codes, and reasons that name nobody. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as Error & { code?: unknown };
  return typeof code === 'string' ? code : error.name;
}

/** Does what stands in the outbox, at least once, until it is done or has failed for good. */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  #isStopped = false;
  #hasTakenOver = false;
  #isWoken = false;
  #running: Promise<void> = Promise.resolve();
  #isRunning = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  /** Looks for what is due; whoever has added something calls it. */
  wake(): void {
    this.#isWoken = true;
    if (this.#isRunning || this.#isStopped) return;
    this.#isRunning = true;
    this.#running = withCorrelation(null, () => this.#run()).finally(() => {
      this.#isRunning = false;
      if (this.#isWoken) this.wake();
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    try {
      while (this.#isWoken && !this.#isStopped) {
        this.#isWoken = false;
        if (!this.#hasTakenOver) await this.#takeOver();
        await this.#doWhatIsDue();
      }
      await this.#setTimer();
    } catch (error) {
      this.#options.onProblem('The outbox cannot be worked on', error);
      this.#wakeIn(FIRST_RETRY_MS);
    }
  }

  async #doWhatIsDue(): Promise<void> {
    while (!this.#isStopped) {
      const due = (await this.#next(AT_ONCE)).filter(({ nextTryAt }) => Date.parse(nextTryAt) <= this.#options.now());
      if (due.length === 0) return;
      await Promise.all(due.map((entry) => withCorrelation(entry.correlationId, () => this.#work(entry))));
    }
  }

  async #next(limit: number): Promise<readonly OutboxEntry[]> {
    const { documents } = await this.#options.outbox.find({ state: OPEN }, { sort: { by: 'nextTryAt' }, limit });
    return documents;
  }

  async #work(entry: OutboxEntry): Promise<void> {
    const reaction = this.#options.reactions.find(({ name }) => name === entry.reaction);
    if (!reaction) {
      await this.#put(entry, { ...entry, state: 'dropped', reason: 'This version knows no such reaction.' });
      return;
    }
    if (entry.state === 'settling') return this.#settle(entry, reaction);
    const nextTryAt = new Date(this.#options.now() + CLAIM_MS).toISOString();
    const claimed: OutboxEntry = { ...entry, state: 'sending', nextTryAt };
    // Of two who lead for a moment, because one was asleep, only one sends.
    if (!(await this.#put(entry, claimed))) return;
    const { outcome, error } = await this.#try(reaction, claimed);
    const tries = entry.tries + 1;
    const triedAt = new Date(this.#options.now()).toISOString();
    const tried = { ...entry, tries, triedAt, reason: outcome.kind === 'delivered' ? null : outcome.reason };
    if (outcome.kind === 'drop') return void (await this.#put(claimed, { ...tried, state: 'dropped' }));
    const handed = outcome.handed ?? null;
    const sent = { ...tried, service: handed?.service ?? null };
    const told: Tried = { handed, isRefused: outcome.kind === 'failed', error };
    if (outcome.kind === 'retry' && tries < MAX_TRIES) {
      const delay = Math.max(outcome.afterMs ?? 0, retryDelay(tries, (this.#options.random ?? Math.random)()));
      const nextTryAt = new Date(this.#options.now() + delay).toISOString();
      const waiting: OutboxEntry = { ...sent, state: 'pending', nextTryAt };
      if (await this.#put(claimed, waiting)) this.#tell(waiting, reaction, told);
      return;
    }
    // What was done is noted before the log is told: after a crash only the telling is repeated.
    const settling: OutboxEntry = { ...sent, state: 'settling' };
    await this.#put(claimed, settling);
    await this.#settle(settling, reaction, told);
  }

  #tell(entry: OutboxEntry, { mail }: Reaction, tried: Tried): void {
    this.#options.onAttempt({ entry, mail: mail ?? null, ...tried });
  }

  async #try(reaction: Reaction, entry: OutboxEntry): Promise<{ outcome: Outcome; error?: unknown }> {
    try {
      return { outcome: await reaction.carryOut(entry) };
    } catch (error) {
      return { outcome: { kind: 'retry', reason: codeOf(error) }, error };
    }
  }

  async #settle(entry: OutboxEntry, reaction: Reaction, known?: Tried): Promise<void> {
    const tried = known ?? { handed: null, isRefused: entry.reason !== null && entry.tries < MAX_TRIES };
    try {
      const { template } = reaction;
      const name = typeof template === 'function' ? await template(entry) : template;
      if (name !== null) await this.#options.record(entry, name, entry.reason);
    } catch (error) {
      this.#options.onProblem(`The log could not be told of ${entry._id}; another try follows`, error);
      const delay = retryDelay(1, (this.#options.random ?? Math.random)());
      await this.#put(entry, { ...entry, nextTryAt: new Date(this.#options.now() + delay).toISOString() });
      return;
    }
    const settled: OutboxEntry = { ...entry, state: entry.reason === null ? 'delivered' : 'failed' };
    if (await this.#put(entry, settled)) this.#tell(settled, reaction, tried);
  }

  /** Only if nobody else has worked on it meanwhile; says whether it was so. */
  #put(before: OutboxEntry, after: OutboxEntry): Promise<boolean> {
    return this.#options.outbox.replace(after, {
      state: before.state,
      tries: before.tries,
      nextTryAt: before.nextTryAt,
    });
  }

  /** What the process before this one was sending when it ended; of shared ones nobody knows whether they have ended. */
  async #takeOver(): Promise<void> {
    const { outbox, isShared, now } = this.#options;
    const { documents } = isShared ? { documents: [] } : await outbox.find({ state: 'sending' });
    const nextTryAt = new Date(now()).toISOString();
    await Promise.all(documents.map((entry) => this.#put(entry, { ...entry, state: 'pending', nextTryAt })));
    this.#hasTakenOver = true;
  }

  async #setTimer(): Promise<void> {
    const [next] = await this.#next(1);
    const wait = next ? Date.parse(next.nextTryAt) - this.#options.now() : LONGEST_TIMER_MS;
    this.#wakeIn(wait);
  }

  #wakeIn(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    const longest = this.#options.isShared ? LOOK_EVERY_MS : LONGEST_TIMER_MS;
    const wait = Math.max(0, Math.min(milliseconds, longest));
    this.#timer = setTimeout(() => this.wake(), wait).unref();
  }
}
