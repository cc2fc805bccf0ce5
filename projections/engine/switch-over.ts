import type { Catalogue } from './catalogue.ts';
import type { CatchUp } from './catch-up.ts';
import { Generation } from './generation.ts';
import type { LiveLoop } from './live-loop.ts';
import type { Retirement } from './retirement.ts';
import type { Served } from './served.ts';
import type { ServedSet } from './served-set.ts';
import type { OnProblem } from './term.ts';

export interface SwitchOverOptions {
  readonly catalogue: Catalogue;
  readonly loop: LiveLoop;
  readonly served: ServedSet;
  readonly catchUp: CatchUp;
  readonly retirement: Retirement;
  readonly announce: () => void;
  readonly onUnseen: () => void;
  readonly onProblem: OnProblem;
}

export class SwitchOver {
  readonly #options: SwitchOverOptions;
  readonly #switching = new Set<Served>();

  constructor(options: SwitchOverOptions) {
    this.#options = options;
  }

  isSwitching(one: Served): boolean {
    return this.#switching.has(one);
  }

  /**
   * Returns why the generation is not served, or null. A faulted one is served only if there is no other. Beside an
   * older version it stays for the next start. A removed projection's is left to the removal.
   */
  async to(one: Served, generation: Generation): Promise<string | null> {
    const { catalogue, served, catchUp, retirement, announce, onUnseen, onProblem } = this.#options;
    const { fault } = generation;
    await generation.saveCheckpoint(true);
    if (!served.has(one)) {
      await catchUp.leave(generation);
      return null;
    }
    if (fault && one.live) {
      if (one.isCurrent) {
        await catalogue.abandonBuild(one.projection);
        return `${one.name} cannot be rebuilt: ${fault.eventType} at ${fault.position}: ${fault.error}`;
      }
      one.buildFault = fault;
      return null;
    }
    this.#switching.add(one);
    const before = await catalogue
      .makeLive(one.projection, generation.name)
      .then(() => this.#atBoundary(() => one.lead(generation, true)))
      .finally(() => this.#switching.delete(one));
    onUnseen();
    announce();
    if (!before || before.name === generation.name) return null;
    if (before instanceof Generation) {
      catchUp
        .leave(before)
        .catch((error) => onProblem(`${before.name} could not be removed from the live loop`, error));
    }
    retirement.drop(one.projection, [before.name]);
    return null;
  }

  #atBoundary<Result>(action: () => Result): Promise<Result> {
    return new Promise((resolve) => this.#options.loop.atBoundary(() => resolve(action())));
  }
}
