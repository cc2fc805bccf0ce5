import { setTimeout as pause } from 'node:timers/promises';
import { withCorrelation } from '../context/correlation.ts';
import { StoreUnavailable } from '../event-store/port.ts';
import { LANES, type Lane, type LaneKind, laneKindOf, retryDelay, rulesOf } from './lanes.ts';
import type { Outbox, OutboxEntry } from './outbox.ts';
import { type Handed, inLane, type Outcome, type Reaction } from './reaction.ts';

const IN_ALL = Object.values(LANES).reduce((sum, { inAll }) => sum + inAll, 0);
/** Entries of earlier versions have no lane; an attempt moves those that are not emails of the portal. */
const DEFAULT_LANE: Lane = 'mail';
const PROBLEM_MS = 5000;
const LONGEST_TIMER_MS = 3_600_000;
/** Other processes write to the outbox: a requested email is sent within a second. */
const LOOK_EVERY_MS = 1000;
/** An attempt that is unfinished by then is repeated: its process has died. */
const CLAIM_MS = 30_000;
/** A stop waits so long for running attempts, then aborts them and waits half as long. */
const GRACE_MS = 1000;
const OPEN = ['pending', 'sending', 'settling'] as const;

export interface Attempt {
  readonly entry: OutboxEntry;
  readonly mail: string | null;
  readonly handed: Handed | null;
  /** The recipient does not exist: failed before its attempts were used up. */
  readonly isRefused: boolean;
  readonly maxTries: number;
  /** A bug, or an unavailable store. */
  readonly error?: unknown;
}

type Tried = Pick<Attempt, 'handed' | 'isRefused' | 'error'>;

export interface DispatcherOptions {
  readonly outbox: Outbox;
  readonly reactions: readonly Reaction[];
  readonly now: () => number;
  readonly random?: () => number;
  readonly graceMs?: number;
  readonly onProblem: (message: string, error: unknown) => void;
  readonly onAttempt: (attempt: Attempt) => void;
  readonly isShared: boolean;
}

/** Messages of outside services may name people, so only codes are stored. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as Error & { code?: unknown };
  return typeof code === 'string' ? code : error.name;
}

const laneOf = ({ lane = DEFAULT_LANE }: Pick<OutboxEntry, 'lane'>): Lane => lane;

/** Delivers at least once, until success or final failure. A full lane does not block others. */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #stopping = new AbortController();
  readonly #inHand = new Map<string, { readonly lane: Lane; readonly done: Promise<void> }>();
  /** Lanes whose target failed last: one attempt at a time leaves capacity to others of the kind. */
  readonly #failing = new Set<Lane>();
  #isStopped = false;
  #hasTakenOver = false;
  #isWoken = false;
  #looking: Promise<void> = Promise.resolve();
  #isLooking = false;
  /** A store failed: no attempt starts until the timer ends. */
  #isPaused = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  wake(): void {
    this.#isWoken = true;
    if (this.#isLooking || this.#isPaused || this.#isStopped) return;
    this.#isLooking = true;
    this.#looking = withCorrelation(null, () => this.#run()).finally(() => {
      this.#isLooking = false;
      if (this.#isWoken) this.wake();
    });
  }

  /** Ends within one and a half grace periods, even if a target hangs. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
    const { graceMs = GRACE_MS } = this.#options;
    const ended = Promise.all([...this.#inHand.values()].map(({ done }) => done)).then(() => true);
    const within = (ms: number) => Promise.race([ended, pause(ms, false, { ref: false })]);
    if (await within(graceMs)) return;
    this.#stopping.abort();
    await within(graceMs / 2);
  }

  async #run(): Promise<void> {
    try {
      while (this.#isWoken && !this.#isStopped && !this.#isPaused) {
        this.#isWoken = false;
        if (!this.#hasTakenOver) await this.#takeOver();
        await this.#beginWhatIsDue();
      }
    } catch (error) {
      this.#pause(error);
    }
  }

  async #beginWhatIsDue(): Promise<void> {
    while (!this.#isStopped && !this.#isPaused) {
      const { documents } = await this.#options.outbox.find(
        { state: OPEN, ...this.#withRoom() },
        { sort: { by: 'nextTryAt' }, limit: IN_ALL + 1 },
      );
      const [next, ...others] = documents.filter(({ _id }) => !this.#inHand.has(_id));
      if (!next || !this.#isDue(next)) return this.#wakeIn(next ? this.#waitOf(next) : LONGEST_TIMER_MS);
      this.#begin(next);
      for (const entry of others) if (this.#isDue(entry) && this.#hasRoom(laneOf(entry))) this.#begin(entry);
    }
  }

  #withRoom() {
    const lanes = [...new Set([DEFAULT_LANE, ...[...this.#inHand.values()].map(({ lane }) => lane)])];
    const full = lanes.filter((lane) => !this.#hasRoomInLane(lane));
    const fullKinds = (Object.keys(LANES) as LaneKind[]).filter((kind) => this.#countOfKind(kind) >= LANES[kind].inAll);
    const withoutLane = this.#hasRoom(DEFAULT_LANE) ? [] : [null];
    return { lane: { not: [...full, ...withoutLane] }, laneKind: { not: fullKinds } };
  }

  #hasRoom = (lane: Lane): boolean =>
    this.#hasRoomInLane(lane) && this.#countOfKind(laneKindOf(lane)) < rulesOf(lane).inAll;

  #hasRoomInLane = (lane: Lane): boolean =>
    this.#count((other) => other === lane) < (this.#failing.has(lane) ? 1 : rulesOf(lane).atOnce);

  #countOfKind = (kind: LaneKind): number => this.#count((lane) => laneKindOf(lane) === kind);

  #count(isCounted: (lane: Lane) => boolean): number {
    return [...this.#inHand.values()].filter(({ lane }) => isCounted(lane)).length;
  }

  #waitOf = ({ nextTryAt }: OutboxEntry): number => Date.parse(nextTryAt) - this.#options.now();
  #isDue = (entry: OutboxEntry): boolean => this.#waitOf(entry) <= 0;

  #begin(entry: OutboxEntry): void {
    const done = withCorrelation(entry.correlationId, () => this.#work(entry))
      .catch((error: unknown) => this.#pause(error))
      .finally(() => {
        this.#inHand.delete(entry._id);
        this.wake();
      });
    this.#inHand.set(entry._id, { lane: laneOf(entry), done });
  }

  async #work(entry: OutboxEntry): Promise<void> {
    const reaction = this.#options.reactions.find(({ name }) => name === entry.reaction);
    if (!reaction) {
      await this.#put(entry, { ...entry, state: 'dropped', reason: 'This version does not have this reaction.' });
      return;
    }
    if (entry.state === 'settling') return this.#settle(entry, reaction);
    const rules = rulesOf(laneOf(entry));
    const nextTryAt = this.#in(CLAIM_MS);
    const claimed: OutboxEntry = { ...entry, ...inLane(laneOf(entry)), state: 'sending', nextTryAt };
    // If two processes lead for a moment, only one sends.
    if (!(await this.#put(entry, claimed))) return;
    const { outcome, error } = await this.#try(reaction, claimed);
    const untried: OutboxEntry = { ...claimed, state: 'pending', nextTryAt: entry.nextTryAt };
    if (outcome.kind === 'move') {
      return void (await this.#put(claimed, { ...untried, ...inLane(outcome.lane), dueAt: this.#in(0) }));
    }
    // Uncounted: the next leader repeats an aborted attempt at once.
    if (outcome.kind === 'retry' && this.#stopping.signal.aborted) return void (await this.#put(claimed, untried));
    if (error instanceof StoreUnavailable) {
      // An unavailable event store must not use up the attempts of an email.
      await this.#put(claimed, { ...untried, nextTryAt: this.#in(PROBLEM_MS) });
      throw error;
    }
    const tries = entry.tries + 1;
    const tried: OutboxEntry = {
      ...untried,
      tries,
      triedAt: this.#in(0),
      reason: outcome.kind === 'delivered' ? null : outcome.reason,
    };
    if (outcome.kind === 'drop') return void (await this.#put(claimed, { ...tried, state: 'dropped' }));
    if (outcome.kind === 'retry' && !outcome.fault && rules.atOnce < rules.inAll) this.#failing.add(laneOf(entry));
    else this.#failing.delete(laneOf(entry));
    const handed = outcome.handed ?? null;
    const sent = { ...tried, service: handed?.service ?? null };
    const details: Tried = { handed, isRefused: outcome.kind === 'failed', error };
    if (outcome.kind === 'retry' && tries < rules.maxTries) {
      const delay = Math.max(outcome.afterMs ?? 0, retryDelay(rules, tries, this.#random()));
      const waiting: OutboxEntry = { ...sent, nextTryAt: this.#in(delay), fault: outcome.fault ?? null };
      if (await this.#put(claimed, waiting)) this.#report(waiting, reaction, details);
      return;
    }
    // Stored before the outcome is appended: after a crash only the append is repeated.
    const settling: OutboxEntry = { ...sent, state: 'settling' };
    await this.#put(claimed, settling);
    await this.#settle(settling, reaction, details);
  }

  #report(entry: OutboxEntry, { mail }: Reaction, tried: Tried): void {
    this.#options.onAttempt({ entry, mail: mail ?? null, maxTries: rulesOf(laneOf(entry)).maxTries, ...tried });
  }

  async #try(reaction: Reaction, entry: OutboxEntry): Promise<{ outcome: Outcome; error?: unknown }> {
    try {
      return { outcome: await reaction.carryOut(entry, this.#stopping.signal) };
    } catch (error) {
      return { outcome: { kind: 'retry', reason: codeOf(error) }, error };
    }
  }

  async #settle(entry: OutboxEntry, reaction: Reaction, known?: Tried): Promise<void> {
    const rules = rulesOf(laneOf(entry));
    const tried = known ?? { handed: null, isRefused: entry.reason !== null && entry.tries < rules.maxTries };
    try {
      await reaction.settle?.(entry);
    } catch (error) {
      this.#options.onProblem(`The outcome of ${entry._id} could not be recorded; it will be retried`, error);
      await this.#put(entry, { ...entry, nextTryAt: this.#in(retryDelay(rules, 1, this.#random())) });
      return;
    }
    const settled: OutboxEntry = { ...entry, state: entry.reason === null ? 'delivered' : 'failed' };
    if (await this.#put(entry, settled)) this.#report(settled, reaction, tried);
  }

  #put(before: OutboxEntry, after: OutboxEntry): Promise<boolean> {
    return this.#options.outbox.replace(after, {
      state: before.state,
      tries: before.tries,
      nextTryAt: before.nextTryAt,
    });
  }

  #in = (milliseconds: number): string => new Date(this.#options.now() + milliseconds).toISOString();
  #random = (): number => (this.#options.random ?? Math.random)();

  /** Releases the former process's claims; with shared stores it may still run. */
  async #takeOver(): Promise<void> {
    const { outbox, isShared } = this.#options;
    const { documents } = isShared ? { documents: [] } : await outbox.find({ state: 'sending' });
    const nextTryAt = this.#in(0);
    await Promise.all(documents.map((entry) => this.#put(entry, { ...entry, state: 'pending', nextTryAt })));
    this.#hasTakenOver = true;
  }

  #pause(error: unknown): void {
    if (this.#isPaused || this.#isStopped) return;
    this.#isPaused = true;
    this.#options.onProblem('The outbox cannot be processed', error);
    this.#wakeIn(PROBLEM_MS);
  }

  #wakeIn(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    const longest = this.#isPaused ? PROBLEM_MS : this.#options.isShared ? LOOK_EVERY_MS : LONGEST_TIMER_MS;
    const wait = Math.max(0, Math.min(milliseconds, longest));
    this.#timer = setTimeout(() => {
      this.#isPaused = false;
      this.wake();
    }, wait).unref();
  }
}
