import { retrying } from '../../timing/retrying.ts';
import { type DocumentStore, DocumentStoreUnavailable } from '../document-store/port.ts';
import type { Catalogue } from './catalogue.ts';
import type { CatchUp } from './catch-up.ts';
import { type Build, type BuildReport, type Rebuilder, RebuildFailed } from './contract.ts';
import type { EventSource } from './event-source.ts';
import { Generation } from './generation.ts';
import type { Served } from './served.ts';
import type { ServedSet } from './served-set.ts';
import type { RebuildProgress } from './status.ts';
import type { SwitchOver } from './switch-over.ts';
import { describeError, type OnProblem, Superseded, type Term } from './term.ts';

const REBUILD_BACKOFF = { first: 1000 };
const MISSING_BACKOFF = { first: 5000 };

export interface BuildQueueOptions {
  readonly term: Term;
  readonly log: EventSource;
  readonly store: DocumentStore;
  readonly catalogue: Catalogue;
  readonly served: ServedSet;
  readonly catchUp: CatchUp;
  readonly switchOver: SwitchOver;
  /** Folds in this thread; `elsewhere` may use another. */
  readonly here: Rebuilder;
  readonly elsewhere: Rebuilder;
  /** Attempts per rebuild: an old leader that is not fenced yet may spoil one. */
  readonly tries: number;
  readonly announce: () => void;
  readonly onChange: () => void;
  readonly onBuild: (build: BuildReport) => void;
  readonly onProblem: OnProblem;
}

/** Runs one pass over the log at a time, for all generations that were requested together. */
export class BuildQueue {
  readonly #options: BuildQueueOptions;
  readonly #missing = new Set<Served>();
  #building: Promise<unknown> = Promise.resolve();
  #buildingMissing: Promise<unknown> = Promise.resolve();
  #isBuildingMissing = false;
  #tried = Promise.withResolvers<void>();
  #underWay: { readonly which: readonly Served[]; readonly end: AbortController } | null = null;

  constructor(options: BuildQueueOptions) {
    this.#options = options;
  }

  async whenIdle(): Promise<void> {
    await this.#buildingMissing;
    await this.#building;
  }

  /** Stops the running pass if it builds only removed projections. */
  dropUnwanted(): void {
    const { served } = this.#options;
    if (this.#underWay?.which.every((one) => !served.has(one))) this.#underWay.end.abort();
  }

  build(
    which: readonly Served[],
    onProgress: (progress: RebuildProgress) => void,
    rebuilder = this.#options.elsewhere,
  ): Promise<void> {
    return this.#inQueue(() => this.#pass(which, onProgress, rebuilder));
  }

  /**
   * One pass, with retries; one failure does not delay the others. Resolves after the first attempt or with the term.
   */
  addMissing(which: readonly Served[], rebuilder = this.#options.elsewhere): Promise<void> {
    for (const one of which) this.#missing.add(one);
    const tried = this.#tried.promise;
    if (!this.#isBuildingMissing) {
      this.#isBuildingMissing = true;
      this.#buildingMissing = this.#buildMissing(rebuilder);
    }
    return tried;
  }

  async #buildMissing(rebuilder: Rebuilder): Promise<void> {
    const { term, served, announce, onProblem } = this.#options;
    const tryOnce = (which: readonly Served[]) => this.build(which, () => {}, rebuilder);
    const done = (which: readonly Served[]) => {
      for (const one of which) this.#missing.delete(one);
      term.problem = null;
    };
    const buildAll = async () => {
      while (!term.isOver) {
        for (const one of this.#missing) if (!served.has(one)) this.#missing.delete(one);
        const which = [...this.#missing];
        if (which.length === 0) return;
        await tryOnce(which).then(
          () => done(which),
          async (error) => {
            if (term.isOver || which.length === 1 || error instanceof DocumentStoreUnavailable) throw error;
            const outcomes = await Promise.allSettled(which.map((one) => tryOnce([one]).then(() => done([one]))));
            for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
          },
        );
        this.#releaseWaiters();
      }
    };
    await retrying(term.signal, MISSING_BACKOFF, buildAll, (error) => {
      term.problem = describeError(error);
      announce();
      onProblem('Read models could not be built; the build will be retried', error);
      this.#releaseWaiters();
    });
    this.#isBuildingMissing = false;
    this.#releaseWaiters();
  }

  #releaseWaiters(): void {
    this.#tried.resolve();
    this.#tried = Promise.withResolvers();
  }

  async #pass(
    which: readonly Served[],
    onProgress: (progress: RebuildProgress) => void,
    rebuilder: Rebuilder,
  ): Promise<void> {
    const { term, onChange, onBuild } = this.#options;
    const projections = which.map(({ name }) => name);
    const begun = performance.now();
    const ms = () => Math.round(performance.now() - begun);
    const end = new AbortController();
    this.#underWay = { which, end };
    onBuild({ projections, state: 'begun' });
    try {
      await this.#buildNow(which, onProgress, rebuilder, AbortSignal.any([term.signal, end.signal]));
      onBuild({ projections, state: 'done', ms: ms() });
    } catch (error) {
      if (!term.isOver) onBuild({ projections, state: 'failed', ms: ms(), error });
      if (error instanceof Superseded) term.supersede();
      throw error;
    } finally {
      this.#underWay = null;
      for (const one of which) one.progress = null;
      onChange();
    }
  }

  async #buildNow(
    which: readonly Served[],
    onProgress: (progress: RebuildProgress) => void,
    rebuilder: Rebuilder,
    signal: AbortSignal,
  ): Promise<void> {
    const { log, store, catalogue, catchUp, switchOver } = this.#options;
    const builds: Build[] = [];
    for (const one of which) {
      builds.push({ projection: one.name, generation: await catalogue.beginBuild(one.projection) });
    }
    await this.#rebuild(which, builds, onProgress, rebuilder, signal);
    const generations = await Promise.all(
      which.map(({ projection }, index) =>
        Generation.open(store, log.storeId, projection, builds[index]?.generation as string),
      ),
    );
    await catchUp.join(generations);
    signal.throwIfAborted();
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
    signal: AbortSignal,
  ): Promise<void> {
    const { announce, onProblem, tries: attempts } = this.#options;
    const report = (progress: RebuildProgress) => {
      for (const one of which) one.progress = progress;
      announce();
      onProgress(progress);
    };
    await retrying(
      signal,
      { ...REBUILD_BACKOFF, attempts },
      () => rebuilder(builds, report, signal),
      (error, isLast) => {
        if (!isLast) onProblem('A rebuild was interrupted and will be continued', error);
      },
    );
    signal.throwIfAborted();
  }

  async #inQueue(work: () => Promise<void>): Promise<void> {
    const done = this.#building.then(() => {
      this.#options.term.signal.throwIfAborted();
      return work();
    });
    this.#building = done.catch(() => undefined);
    return done;
  }
}
