import { type Observable, Subject } from 'rxjs';
import { retrying } from '../../timing/retrying.ts';
import type { EventPage, EventSource } from './event-source.ts';
import { type Generation, lowestPosition } from './generation.ts';
import { RateMeter } from './rate.ts';
import { describeError, type OnProblem } from './term.ts';

const PAGE = 500;
const CATCH_UP_PAGE = 1000;
const BACKOFF = { first: 100, longest: 5000 };
/** A crash folds that much again: documents skip what they hold, and a checkpoint costs as much as a document. */
const CHECKPOINT_MS = 500;

export interface LiveLoopOptions {
  readonly log: EventSource;
  readonly onChange: () => void;
  /** Readers saw documents of a page that were then written otherwise or later. */
  readonly onUnseen: () => void;
  /** Resolves when read models of other processes have reached the position. */
  readonly hold: (position: bigint) => Promise<unknown>;
  readonly onProblem: OnProblem;
  readonly pageSize?: number | undefined;
}

/**
 * The one subscription that feeds all generations of this process and all followers of the log. A batch holds what
 * arrived during the former write. A generation joins once it has folded everything that the loop has emitted.
 */
export class LiveLoop {
  readonly rate = new RateMeter();
  problem: string | null = null;
  readonly #log: EventSource;
  readonly #onChange: () => void;
  readonly #onUnseen: () => void;
  readonly #hold: (position: bigint) => Promise<unknown>;
  readonly #onProblem: OnProblem;
  readonly #pageSize: number;
  readonly #catchUpPageSize: number;
  readonly #members = new Set<Generation>();
  readonly #pages = new Subject<EventPage>();
  /** End of the newest page given to members, also while they fold it. */
  #dispatched = 0n;
  #passed = 0n;
  #isDispatching = false;
  #boundary: (() => void)[] = [];
  #checkpoints: Promise<unknown> = Promise.resolve();
  #nextCheckpointsAt = 0;
  /** Ends a retry delay, because the work may no longer be wanted. */
  #pausing = new AbortController();

  constructor({ log, onChange, onUnseen, hold, onProblem, pageSize }: LiveLoopOptions) {
    this.#pageSize = pageSize ?? PAGE;
    this.#catchUpPageSize = pageSize ?? CATCH_UP_PAGE;
    this.#log = log;
    this.#onChange = onChange;
    this.#onUnseen = onUnseen;
    this.#hold = hold;
    this.#onProblem = onProblem;
  }

  get pages$(): Observable<EventPage> {
    return this.#pages;
  }

  get passed(): bigint {
    return this.#passed;
  }

  /** Retries with backoff when a store is unavailable or the log is damaged. */
  async run(after: bigint, signal: AbortSignal): Promise<void> {
    this.#dispatched = after;
    this.#passed = after;
    await this.#persist(signal, async (succeeded) => {
      for await (const page of this.#log.subscribe({ after: this.#dispatched, signal, pageSize: this.#pageSize })) {
        if (signal.aborted) break;
        await this.#dispatch(page, signal);
        succeeded();
      }
    });
    await this.#checkpoints;
    this.#pages.complete();
  }

  /** Reads the log separately; omits faulted generations. Returns those still behind after `most` events. */
  async join(
    generations: readonly Generation[],
    signal: AbortSignal,
    most = Number.POSITIVE_INFINITY,
  ): Promise<readonly Generation[]> {
    let rest = [...generations];
    let read = 0;
    await this.#persist(signal, async (succeeded) => {
      while (!signal.aborted) {
        for (const generation of rest) {
          if (!generation.fault && generation.position >= this.#dispatched) this.#members.add(generation);
        }
        rest = rest.filter((generation) => !generation.fault && !this.#members.has(generation));
        this.#onChange();
        if (rest.length === 0 || read >= most) break;
        const goal = this.#dispatched;
        const page = await this.#log.readAll({ after: lowestPosition(rest, goal), limit: this.#catchUpPageSize });
        read += page.events.length;
        // The loop scanned beyond the last event; nothing is missing.
        const seen = page.events.length === 0 && page.position < goal ? { events: [], position: goal } : page;
        await allOf(rest.map((generation) => generation.foldPage(seen)));
        await allOf(rest.map((generation) => generation.saveCheckpoint()));
        succeeded();
      }
    });
    return rest;
  }

  has(generation: object): boolean {
    return this.#members.has(generation as Generation);
  }

  async leave(...generations: readonly Generation[]): Promise<void> {
    for (const generation of generations) this.#members.delete(generation);
    this.#pausing.abort();
    this.#pausing = new AbortController();
    await new Promise<void>((resolve) => this.atBoundary(resolve));
    await this.#checkpoints;
  }

  /** Runs `action` when all members have folded the same pages: now or after the current one. */
  atBoundary(action: () => void): void {
    if (this.#isDispatching) this.#boundary.push(action);
    else action();
  }

  async #dispatch(page: EventPage, signal: AbortSignal): Promise<void> {
    this.#isDispatching = true;
    this.#dispatched = page.position;
    const members = [...this.#members];
    let passing: Promise<void> | undefined;
    let isAsShown = true;
    const passOn = () => {
      passing ??= this.#passOn(page, signal);
    };
    await this.#persist(signal, async () => {
      const present = members.filter((generation) => this.#members.has(generation));
      const behind = new Set(present);
      await allOf(
        present.map(async (generation) => {
          const isShown = () => {
            behind.delete(generation);
            if (behind.size === 0) passOn();
          };
          isAsShown = (await generation.foldPage(page, isShown)) && isAsShown;
          isShown();
        }),
      ).catch((error) => {
        isAsShown = passing === undefined;
        throw error;
      });
    });
    this.#isDispatching = false;
    for (const action of this.#boundary.splice(0)) action();
    passOn();
    await passing;
    if (signal.aborted) return;
    if (!isAsShown) {
      this.#onUnseen();
      this.#onChange();
    }
    this.rate.add(page.events.length, Date.now());
    const now = performance.now();
    if (now < this.#nextCheckpointsAt) return;
    this.#nextCheckpointsAt = now + CHECKPOINT_MS;
    await this.#checkpoints;
    const present = members.filter((generation) => this.#members.has(generation));
    this.#checkpoints = allOf(present.map((generation) => generation.saveCheckpoint())).catch((error) =>
      this.#onProblem('A checkpoint could not be saved; it will be saved with the next batch', error),
    );
  }

  /** Once every member shows the page, which may be before all of it is written. */
  async #passOn(page: EventPage, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    await this.#hold(page.position);
    if (signal.aborted) return;
    this.#passed = page.position;
    this.#pages.next(page);
    this.#onChange();
  }

  async #persist(signal: AbortSignal, attempt: (succeeded: () => void) => Promise<void>): Promise<void> {
    const persisted = async (succeeded: () => void) => {
      await attempt(() => {
        this.problem = null;
        succeeded();
      });
      this.problem = null;
    };
    await retrying(signal, BACKOFF, persisted, (error) => {
      this.problem = describeError(error);
      this.#onProblem('The read models cannot follow the log', error);
      return this.#pausing.signal;
    });
  }
}

/** Rejects once all attempts have ended, so that a retry never overlaps them. */
async function allOf(tries: readonly Promise<unknown>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(tries)) if (outcome.status === 'rejected') throw outcome.reason;
}
