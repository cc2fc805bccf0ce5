import type { DocumentStore } from '../document-store/port.ts';
import type { Catalogue } from './catalogue.ts';
import type { CatchUp } from './catch-up.ts';
import { type Build, type BuildReport, type Rebuilder, RebuildFailed } from './contract.ts';
import type { EventSource } from './event-source.ts';
import { Generation } from './generation.ts';
import type { Served } from './served.ts';
import type { RebuildProgress } from './status.ts';
import type { SwitchOver } from './switch-over.ts';
import { describeError, type OnProblem, Overtaken, type Term } from './term.ts';

const REBUILD_RETRY_MS = 1000;
const MISSING_RETRY_MS = 5000;

export interface BuildQueueOptions {
  readonly term: Term;
  readonly log: EventSource;
  readonly store: DocumentStore;
  readonly catalogue: Catalogue;
  readonly catchUp: CatchUp;
  readonly switchOver: SwitchOver;
  /** Folds in this thread; `elsewhere` may fold in another. */
  readonly here: Rebuilder;
  readonly elsewhere: Rebuilder;
  /** So often a rebuild is tried: an old leader that has not noticed yet may spoil a try. */
  readonly tries: number;
  /** Tells the other processes how far it is. */
  readonly announce: () => void;
  readonly onChange: () => void;
  readonly onBuild: (build: BuildReport) => void;
  readonly onProblem: OnProblem;
}

/** One build at a time, each with all the generations that were asked for together in one pass over the log. */
export class BuildQueue {
  readonly #options: BuildQueueOptions;
  #building: Promise<unknown> = Promise.resolve();

  constructor(options: BuildQueueOptions) {
    this.#options = options;
  }

  /** Resolves when no build is under way or waiting. */
  async whenIdle(): Promise<void> {
    await this.#building;
  }

  /** Resolves when the new generations are live. */
  build(
    which: readonly Served[],
    onProgress: (progress: RebuildProgress) => void,
    rebuilder = this.#options.elsewhere,
  ): Promise<void> {
    return this.#inTurn(async () => {
      const { term, onChange, onBuild } = this.#options;
      const projections = which.map(({ name }) => name);
      const begun = performance.now();
      const ms = () => Math.round(performance.now() - begun);
      onBuild({ projections, state: 'begun' });
      try {
        await this.#buildNow(which, onProgress, rebuilder);
        onBuild({ projections, state: 'done', ms: ms() });
      } catch (error) {
        if (!term.isOver) onBuild({ projections, state: 'failed', ms: ms(), error });
        if (error instanceof Overtaken) term.overtaken();
        throw error;
      } finally {
        for (const one of which) one.progress = null;
        onChange();
      }
    });
  }

  /** Builds what cannot be served yet, and tries again until it can; `onTried` is called after the first try. */
  async buildMissing(which: readonly Served[], isShort: boolean, onTried: () => void): Promise<void> {
    const { term, here, elsewhere, announce, onProblem } = this.#options;
    while (!term.isOver) {
      try {
        await this.build(which, () => {}, isShort ? here : elsewhere);
        term.problem = null;
        return onTried();
      } catch (error) {
        if (term.isOver) return;
        term.problem = describeError(error);
        announce();
        onProblem('Read models could not be built; another try follows', error);
        onTried();
        await term.pause(MISSING_RETRY_MS);
      }
    }
  }

  async #buildNow(
    which: readonly Served[],
    onProgress: (progress: RebuildProgress) => void,
    rebuilder: Rebuilder,
  ): Promise<void> {
    const { term, log, store, catalogue, catchUp, switchOver } = this.#options;
    const builds: Build[] = [];
    for (const one of which) {
      builds.push({ projection: one.name, generation: await catalogue.beginBuild(one.projection) });
    }
    await this.#rebuild(which, builds, onProgress, rebuilder);
    const generations = await Promise.all(
      which.map(({ projection }, index) =>
        Generation.open(store, log.storeId, projection, builds[index]?.generation as string),
      ),
    );
    await catchUp.join(generations);
    term.signal.throwIfAborted();
    const faults: string[] = [];
    for (const [index, one] of which.entries()) {
      const fault = await switchOver.to(one, generations[index] as Generation);
      if (fault) faults.push(fault);
    }
    if (faults.length > 0) throw new RebuildFailed(faults.join('; '));
  }

  async #rebuild(
    which: readonly Served[],
    builds: readonly Build[],
    onProgress: (progress: RebuildProgress) => void,
    rebuilder: Rebuilder,
  ): Promise<void> {
    const { term, announce, onProblem } = this.#options;
    const tell = (progress: RebuildProgress) => {
      for (const one of which) one.progress = progress;
      announce();
      onProgress(progress);
    };
    for (let { tries } = this.#options; ; tries -= 1) {
      try {
        return await rebuilder(builds, tell, term.signal);
      } catch (error) {
        if (term.isOver || tries === 1) throw error;
        onProblem('A rebuild was interrupted; it goes on', error);
        await term.pause(REBUILD_RETRY_MS);
        term.signal.throwIfAborted();
      }
    }
  }

  async #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#building.then(() => {
      this.#options.term.signal.throwIfAborted();
      return work();
    });
    this.#building = done.catch(() => undefined);
    return done;
  }
}
