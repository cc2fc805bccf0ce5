import { Pauses, retrying } from '../../timing/retrying.ts';
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
const MISSING_BACKOFF = { first: 5000, longest: 300_000 };

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

/** `from`: the earliest time of the next attempt. */
interface Waiting {
  readonly pauses: Pauses;
  from: number;
}

/** Runs one pass over the log at a time, for all generations that were requested together. */
export class BuildQueue {
  readonly #options: BuildQueueOptions;
  readonly #missing = new Map<Served, Waiting>();
  /** Ends a pause, because a new one must not wait for the next attempt of others. */
  #adding = new AbortController();
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
   * One pass, with retries that back off for each; one failure does not delay the others. Resolves after the first
   * attempt or with the term.
   */
  addMissing(which: readonly Served[], rebuilder = this.#options.elsewhere): Promise<void> {
    for (const one of which) this.#missing.set(one, { pauses: new Pauses(MISSING_BACKOFF), from: 0 });
    this.#adding.abort();
    this.#adding = new AbortController();
    const tried = this.#tried.promise;
    if (!this.#isBuildingMissing) {
      this.#isBuildingMissing = true;
      this.#buildingMissing = this.#buildMissing(rebuilder);
    }
    return tried;
  }

  async #buildMissing(rebuilder: Rebuilder): Promise<void> {
    const { term, served } = this.#options;
    while (!term.isOver) {
      for (const one of this.#missing.keys()) if (!served.has(one)) this.#missing.delete(one);
      if (this.#missing.size === 0) break;
      const now = performance.now();
      const waiting = [...this.#missing];
      const due = waiting.flatMap(([one, { from }]) => (from <= now ? [one] : []));
      if (due.length === 0) {
        await term.pause(Math.min(...waiting.map(([, { from }]) => from)) - now, this.#adding.signal);
        continue;
      }
      await this.#tryAll(due, rebuilder);
      this.#releaseWaiters();
    }
    this.#isBuildingMissing = false;
    this.#releaseWaiters();
  }

  /** Together; if that fails because of one of them, each alone. */
  async #tryAll(which: readonly Served[], rebuilder: Rebuilder): Promise<void> {
    const { term } = this.#options;
    const tryOnce = async (some: readonly Served[]) => {
      await this.build(some, () => {}, rebuilder);
      for (const one of some) this.#missing.delete(one);
      term.problem = null;
    };
    try {
      await tryOnce(which);
    } catch (error) {
      if (term.isOver) return;
      if (which.length === 1 || error instanceof DocumentStoreUnavailable) return this.#retryLater(which, error);
      for (const one of which) await tryOnce([one]).catch((fault) => this.#retryLater([one], fault));
    }
  }

  /** A store that is back must not wait for long; any other failure probably comes again. */
  #retryLater(which: readonly Served[], error: unknown): void {
    const { term, served, announce, onProblem } = this.#options;
    const wanted = which.filter((one) => served.has(one));
    if (term.isOver || wanted.length === 0) return;
    for (const one of wanted) {
      const waiting = this.#missing.get(one);
      if (!waiting) continue;
      if (error instanceof DocumentStoreUnavailable) waiting.pauses.reset();
      waiting.from = performance.now() + waiting.pauses.next();
    }
    term.problem = describeError(error);
    announce();
    const names = wanted.map(({ name }) => name).join(', ');
    onProblem(`Read models could not be built; the build will be retried: ${names}`, error);
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
