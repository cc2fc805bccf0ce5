import { setTimeout as pause } from 'node:timers/promises';
import { type Observable, Subject } from 'rxjs';
import type { EventPage, EventSource } from './event-source.ts';
import { type Generation, lowestPosition } from './generation.ts';
import { RateMeter } from './rate.ts';

const PAGE = 500;
const CATCH_UP_PAGE = 1000;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5000;

/**
 * The one subscription from which all live generations are fed. A batch is whatever arrived while the one before it was
 * written; a generation takes part from the moment on when it has seen everything that the loop has handed out.
 */
export class LiveLoop {
  readonly rate = new RateMeter();
  /** What keeps the loop from going on just now. */
  problem: string | null = null;
  readonly #log: EventSource;
  readonly #onChange: () => void;
  readonly #onProblem: (message: string, error: unknown) => void;
  readonly #members = new Set<Generation>();
  readonly #pages = new Subject<EventPage>();
  /** End of the newest page that was handed to the members, also while they still work on it. */
  #handedOut = 0n;
  #isHandingOut = false;
  #boundary: (() => void)[] = [];
  #checkpoints: Promise<unknown> = Promise.resolve();

  constructor(log: EventSource, onChange: () => void, onProblem: (message: string, error: unknown) => void) {
    this.#log = log;
    this.#onChange = onChange;
    this.#onProblem = onProblem;
  }

  get pages$(): Observable<EventPage> {
    return this.#pages;
  }

  /** Runs until the signal aborts; a store that is away, or a damaged log, is tried again with growing pauses. */
  async run(after: bigint, signal: AbortSignal): Promise<void> {
    this.#handedOut = after;
    await this.#persist(signal, async (succeeded) => {
      for await (const page of this.#log.subscribe({ after: this.#handedOut, signal, pageSize: PAGE })) {
        if (signal.aborted) break;
        await this.#handOut(page, signal);
        succeeded();
      }
    });
    await this.#checkpoints;
    this.#pages.complete();
  }

  /** Brings generations to where the loop is, reading the log for itself, and adds them; leaves out those that fault. */
  async join(generations: readonly Generation[], signal: AbortSignal): Promise<void> {
    let rest = [...generations];
    await this.#persist(signal, async (succeeded) => {
      while (!signal.aborted) {
        for (const generation of rest) {
          if (!generation.fault && generation.position >= this.#handedOut) this.#members.add(generation);
        }
        rest = rest.filter((generation) => !generation.fault && !this.#members.has(generation));
        this.#onChange();
        if (rest.length === 0) break;
        const goal = this.#handedOut;
        const page = await this.#log.readAll({ after: lowestPosition(rest, goal), limit: CATCH_UP_PAGE });
        // Nothing more in the log: what the loop looked through beyond it held no events.
        const seen = page.events.length === 0 && page.position < goal ? { events: [], position: goal } : page;
        await Promise.all(rest.map((generation) => generation.takeIn(seen)));
        await Promise.all(rest.map((generation) => generation.saveCheckpoint()));
        succeeded();
      }
    });
  }

  has(generation: Generation): boolean {
    return this.#members.has(generation);
  }

  /** Resolves when nothing of the loop touches the generation any more. */
  async leave(generation: Generation): Promise<void> {
    this.#members.delete(generation);
    await new Promise<void>((resolve) => this.atBoundary(resolve));
    await this.#checkpoints;
  }

  /** Runs `action` when all members have taken in the same pages: now, or after the page that they are at. */
  atBoundary(action: () => void): void {
    if (this.#isHandingOut) this.#boundary.push(action);
    else action();
  }

  async #handOut(page: EventPage, signal: AbortSignal): Promise<void> {
    this.#isHandingOut = true;
    this.#handedOut = page.position;
    const members = [...this.#members];
    await this.#persist(signal, async () => {
      await Promise.all(members.map((generation) => generation.takeIn(page)));
    });
    this.#isHandingOut = false;
    if (signal.aborted) return;
    this.rate.add(page.events.length, Date.now());
    for (const action of this.#boundary.splice(0)) action();
    this.#onChange();
    this.#pages.next(page);
    await this.#checkpoints;
    this.#checkpoints = Promise.all(members.map((generation) => generation.saveCheckpoint())).catch((error) =>
      this.#onProblem('A checkpoint could not be saved; it will be with the next batch', error),
    );
  }

  async #persist(signal: AbortSignal, attempt: (succeeded: () => void) => Promise<void>): Promise<void> {
    let delay = FIRST_RETRY_MS;
    while (!signal.aborted) {
      try {
        await attempt(() => {
          delay = FIRST_RETRY_MS;
          this.problem = null;
        });
        this.problem = null;
        return;
      } catch (error) {
        if (signal.aborted) return;
        this.problem = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
        this.#onProblem('The read models cannot follow the log', error);
        await pause(delay, undefined, { signal, ref: false }).catch(() => undefined);
        delay = Math.min(delay * 2, LAST_RETRY_MS);
      }
    }
  }
}
