import type { Catalogue } from './catalogue.ts';
import type { StoredProjection } from './projection.ts';
import { type OnProblem, Superseded } from './term.ts';

/** Longer than any comparison takes. */
const SCRATCH_AFTER_MS = 3_600_000;

export interface RetirementOptions {
  readonly catalogue: Catalogue;
  readonly retireAfterMs: number;
  /** If false, leftovers of an earlier run are dropped at once. */
  readonly isShared: boolean;
  readonly onProblem: OnProblem;
}

export class Retirement {
  readonly #options: RetirementOptions;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(options: RetirementOptions) {
    this.#options = options;
  }

  /** Drops the leftovers of earlier leaders. */
  async takeOver(projection: StoredProjection): Promise<void> {
    const { catalogue, isShared } = this.#options;
    const { retired, scratch } = await catalogue.entry(projection);
    if (isShared) {
      this.drop(projection, retired);
      this.#later(SCRATCH_AFTER_MS, () => catalogue.dropScratch(projection, scratch));
      return;
    }
    await catalogue.dropRetired(projection, retired);
    await catalogue.dropScratch(projection, scratch);
  }

  drop(projection: StoredProjection, generations: readonly string[]): void {
    const { catalogue, retireAfterMs } = this.#options;
    this.#later(retireAfterMs, () => catalogue.dropRetired(projection, generations));
  }

  /** Removes the entry later, unless the projection is wanted again. */
  async remove(projection: StoredProjection, isWanted: () => boolean, onDone: () => void): Promise<void> {
    const { catalogue, retireAfterMs } = this.#options;
    const generations = await catalogue.retireAll(projection);
    this.#later(retireAfterMs, async () => {
      onDone();
      if (isWanted()) await catalogue.dropRetired(projection, generations);
      else await catalogue.remove(projection, generations);
    });
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #later(delayMs: number, work: () => Promise<void>): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work().catch((error) => {
        // The new leader drops them.
        if (error instanceof Superseded) return;
        this.#options.onProblem('Retired read models stay until the next start', error);
      });
    }, delayMs).unref();
    this.#timers.add(timer);
  }
}
