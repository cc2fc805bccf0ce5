import type { DocumentStore } from '../document-store/port.ts';
import type { Rebuilder } from './contract.ts';
import type { EventSource } from './event-source.ts';
import { Generation } from './generation.ts';
import type { LiveLoop } from './live-loop.ts';
import type { Served } from './served.ts';
import type { OnProblem, Term } from './term.ts';

/** A generation this far behind is rebuilt in memory, with large writes. */
const FAR_BEHIND_EVENTS = 5000;

export interface CatchUpOptions {
  readonly term: Term;
  readonly log: EventSource;
  readonly store: DocumentStore;
  readonly loop: LiveLoop;
  readonly rebuilder: Rebuilder;
  readonly announce: () => void;
  readonly onUnseen: () => void;
  readonly onProblem: OnProblem;
}

export class CatchUp {
  readonly #options: CatchUpOptions;
  readonly #joined = new Set<Generation>();

  constructor(options: CatchUpOptions) {
    this.#options = options;
  }

  async bringUp(which: readonly Served[]): Promise<void> {
    const { loop, onUnseen } = this.#options;
    const live = which.flatMap((one) => (one.live instanceof Generation ? one.live : []));
    const isBehind = live.some(({ position }) => position < loop.passed);
    const late = await this.join(live, FAR_BEHIND_EVENTS);
    if (late.length > 0) await this.#bringUpFar(which, late);
    if (isBehind) onUnseen();
  }

  /** Resolves when the loop folds them; returns those still behind after `most` events. */
  join(generations: readonly Generation[], most?: number): Promise<readonly Generation[]> {
    for (const generation of generations) this.#joined.add(generation);
    return this.#options.loop.join(generations, this.#options.term.signal, most);
  }

  leave(...generations: readonly Generation[]): Promise<void> {
    for (const generation of generations) this.#joined.delete(generation);
    return this.#options.loop.leave(...generations);
  }

  leaveAll(): Promise<void> {
    return this.leave(...this.#joined);
  }

  async #bringUpFar(which: readonly Served[], late: readonly Generation[]): Promise<void> {
    const { term, log, store, rebuilder, announce, onProblem } = this.#options;
    const builds = late.map(({ projection, name }) => ({ projection: projection.name, generation: name }));
    await rebuilder(builds, announce, term.signal).catch((error) => {
      if (!term.isOver) onProblem('Read models that are far behind catch up page by page', error);
    });
    for (const before of late) {
      const one = which.find(({ live }) => live === before);
      if (!one) continue;
      await term.persist(`${before.name} cannot be opened`, async () => {
        const generation = await Generation.open(store, log.storeId, one.projection, before.name);
        if (one.live === before) one.live = generation;
      });
    }
    const reopened = which.flatMap(({ live }) => (live instanceof Generation && !this.#joined.has(live) ? live : []));
    await this.join(reopened);
  }
}
