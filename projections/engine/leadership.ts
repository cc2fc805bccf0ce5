import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { DocumentStore } from '../document-store/port.ts';
import { Announcer, type News, takeTerm } from './announcement.ts';
import { type Catalogue, Overtaken } from './catalogue.ts';
import { type Build, type BuildReport, type Rebuilder, RebuildFailed } from './contract.ts';
import type { EventSource } from './event-source.ts';
import { Generation } from './generation.ts';
import type { LiveLoop } from './live-loop.ts';
import type { RebuildRequests } from './rebuild-requests.ts';
import { openLive, type Served } from './served.ts';
import type { RebuildProgress } from './status.ts';

const RETRY_MS = 1000;
const BUILD_RETRY_MS = 5000;
const BUILD_TRIES = 3;
const REQUESTS_EVERY_MS = 1000;
const BEAT_MS = 1000;
/** A comparison that another process is at takes less. */
const SCRATCH_AFTER_MS = 3_600_000;
/** A log as short as this is folded here and now: a worker would take longer to start. */
const SHORT_LOG = 2000n;
/** A generation so many events behind is brought up as a rebuild is, in memory and in large writes. */
const FAR_BEHIND_EVENTS = 5000;

export interface LeadershipOptions {
  readonly log: EventSource;
  readonly store: DocumentStore;
  readonly catalogue: Catalogue;
  readonly served: readonly Served[];
  readonly loop: LiveLoop;
  /** Folds in this thread; `elsewhere` perhaps in another. */
  readonly here: Rebuilder;
  readonly elsewhere: Rebuilder;
  /** Absent where this process has the read models for itself. */
  readonly requests: RebuildRequests | null;
  /** What the other processes are told. */
  readonly news: () => News;
  readonly retireAfterMs: number;
  /** Something has moved. */
  readonly onChange: () => void;
  /** Readers may get other answers than before though no page tells of it. */
  readonly onUnseen: () => void;
  /** All that can be served soon is served. */
  readonly onServing: () => void;
  readonly onBuild: (build: BuildReport) => void;
  readonly onProblem: (message: string, error: unknown) => void;
}

/** The time in which this process is the one that folds, builds, retires and carries out requests. */
export class Leadership {
  /** What keeps generations from being built. */
  problem: string | null = null;
  readonly #options: LeadershipOptions;
  readonly #end = new AbortController();
  readonly #signal: AbortSignal;
  readonly #retiring = new Set<NodeJS.Timeout>();
  readonly #joined = new Set<Generation>();
  readonly #switching = new Set<Served>();
  #building: Promise<unknown> = Promise.resolve();
  #announcer: Announcer | null = null;
  #lookForRequests = () => {};

  constructor(options: LeadershipOptions, signal: AbortSignal) {
    this.#options = options;
    this.#signal = AbortSignal.any([signal, this.#end.signal]);
  }

  /** Resolves when the signal has aborted, or another process leads, and nothing of this writes any more. */
  async run(): Promise<void> {
    const { loop, served, log, requests, onServing } = this.#options;
    const signal = this.#signal;
    let beating: NodeJS.Timeout | undefined;
    try {
      let isShort = false;
      await this.#persist('Leading cannot begin', async () => {
        isShort = (await log.head()) <= SHORT_LOG;
        await this.#takeOver();
      });
      if (signal.aborted) return;
      const current = served.filter((one) => one.isCurrent);
      const missing = served.filter((one) => !one.isCurrent);
      const tried = Promise.withResolvers<void>();
      const built = missing.length > 0 ? this.#buildMissing(missing, isShort, tried.resolve) : Promise.resolve();
      // Also when it is aborted before it has tried.
      built.then(tried.resolve, tried.resolve);
      if (isShort) tried.promise.then(onServing);
      else onServing();
      const work = Promise.all([this.#catchUp(current), built, requests && this.#serve(requests)]);
      // Only a mistake in here fails; whoever made this process lead hears of it and may try again.
      work.catch(() => this.#end.abort());
      beating = setInterval(() => this.#beat(), BEAT_MS).unref();
      this.announce();
      if (!signal.aborted) await once(signal, 'abort');
      await work;
      await this.#building;
    } finally {
      onServing();
      clearInterval(beating);
      for (const timer of this.#retiring) clearTimeout(timer);
      await loop.leave(...this.#joined);
      await this.#announcer?.close();
      // Together: a store that is away keeps each of them waiting.
      await Promise.all(
        served.map(({ isCurrent, live }) => isCurrent && live instanceof Generation && this.#saveLast(live)),
      );
      for (const one of served) one.release();
    }
  }

  /** Tells the other processes what has changed. */
  announce(): void {
    this.#announcer?.announce();
  }

  /** Also while nothing happens, and while a long build goes on. */
  #beat(): void {
    if (this.#options.loop.rate.perSecond(Date.now()) > 0) this.announce();
    else this.#announcer?.beat();
  }

  /** Another process leads: nothing that this one still does counts. */
  overtaken(): void {
    if (this.#signal.aborted) return;
    this.#options.onProblem('Another process leads the read models now', new Overtaken('Its term has ended'));
    this.#end.abort();
  }

  /** Somebody has changed the pointers beside this process: whoever made it lead lets it take over anew. */
  disowned(): void {
    if (this.#signal.aborted) return;
    const mismatch = new Overtaken('Other generations are live than the ones that it folds');
    this.#options.onProblem('Leading the read models begins anew', mismatch);
    this.#end.abort();
  }

  /** The generations that readers see and this process folds, but for those that are just being switched. */
  held(): ReadonlyMap<string, string> {
    const settled = this.#options.served.filter((one) => !this.#switching.has(one));
    return new Map(settled.flatMap(({ name, live }) => (live instanceof Generation ? [[name, live.name]] : [])));
  }

  /** A request has just been made in this process. */
  lookForRequests(): void {
    this.#lookForRequests();
  }

  /** One build at a time, each with all the generations that are asked for in one pass over the log. */
  build(
    which: readonly Served[],
    onProgress: (progress: RebuildProgress) => void,
    rebuilder = this.#options.elsewhere,
  ): Promise<void> {
    return this.#inTurn(async () => {
      const { catalogue, onChange, onBuild } = this.#options;
      const projections = which.map(({ name }) => name);
      const begun = performance.now();
      const ms = () => Math.round(performance.now() - begun);
      onBuild({ projections, state: 'begun' });
      try {
        const builds: Build[] = [];
        for (const one of which) {
          builds.push({ projection: one.name, generation: await catalogue.beginBuild(one.projection) });
        }
        await this.#rebuild(which, builds, onProgress, rebuilder);
        const generations = await Promise.all(
          which.map((one, index) => this.#open(one, builds[index]?.generation as string)),
        );
        await this.#join(generations);
        this.#signal.throwIfAborted();
        const faults: string[] = [];
        for (const [index, one] of which.entries()) {
          const fault = await this.#switch(one, generations[index] as Generation);
          if (fault) faults.push(fault);
        }
        if (faults.length > 0) throw new RebuildFailed(faults.join('; '));
        onBuild({ projections, state: 'done', ms: ms() });
      } catch (error) {
        if (!this.#signal.aborted) onBuild({ projections, state: 'failed', ms: ms(), error });
        if (error instanceof Overtaken) this.overtaken();
        throw error;
      } finally {
        for (const one of which) one.progress = null;
        onChange();
      }
    });
  }

  async #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#building.then(() => {
      this.#signal.throwIfAborted();
      return work();
    });
    this.#building = done.catch(() => undefined);
    return done;
  }

  /** An old leader that has not noticed yet may spoil a try: its writes are refused, and so are those that meet them. */
  async #rebuild(
    which: readonly Served[],
    builds: readonly Build[],
    onProgress: (progress: RebuildProgress) => void,
    rebuilder: Rebuilder,
  ): Promise<void> {
    const tell = (progress: RebuildProgress) => {
      for (const one of which) one.progress = progress;
      this.announce();
      onProgress(progress);
    };
    for (let tries = this.#options.requests ? BUILD_TRIES : 1; ; tries -= 1) {
      try {
        return await rebuilder(builds, tell, this.#signal);
      } catch (error) {
        if (this.#signal.aborted || tries === 1) throw error;
        this.#options.onProblem('A rebuild was interrupted; it goes on', error);
        await pause(RETRY_MS, undefined, { signal: this.#signal });
      }
    }
  }

  async #takeOver(): Promise<void> {
    const { catalogue, served, requests } = this.#options;
    if (requests) {
      const term = await takeTerm(catalogue.announcements);
      catalogue.term = term;
      this.#announcer = new Announcer(catalogue.announcements, term, {
        news: this.#options.news,
        onOvertaken: () => this.overtaken(),
        onProblem: this.#options.onProblem,
      });
    }
    await Promise.all(served.map((one) => this.#take(one)));
  }

  async #take(one: Served): Promise<void> {
    const { store, log, catalogue, requests, retireAfterMs } = this.#options;
    const { projection } = one;
    const entry = await catalogue.takeOn(projection);
    const generation = await openLive({ store, log }, projection, entry);
    one.lead(generation, generation !== null && entry.liveVersion === projection.version);
    if (entry.live && !generation) await catalogue.retireLive(projection);
    if (entry.building) {
      const begun = await Generation.open(store, log.storeId, projection, entry.building);
      if (begun.isBegun && !(await begun.belongsTo(log))) await catalogue.abandonBuild(projection);
    }
    const { retired, scratch } = await catalogue.entry(projection);
    if (requests) {
      this.#later(retireAfterMs, () => catalogue.dropRetired(projection, retired));
      this.#later(SCRATCH_AFTER_MS, () => catalogue.dropScratch(projection, scratch));
      return;
    }
    await catalogue.dropRetired(projection, retired);
    await catalogue.dropScratch(projection, scratch);
  }

  /** Brings the live generations to the loop; who is far behind goes the way of a rebuild first. */
  async #catchUp(which: readonly Served[]): Promise<void> {
    const { loop, onUnseen } = this.#options;
    const live = which.flatMap((one) => (one.live instanceof Generation ? one.live : []));
    const isBehind = live.some(({ position }) => position < loop.passed);
    const late = await this.#join(live, FAR_BEHIND_EVENTS);
    if (late.length > 0) await this.#catchUpFar(which, late);
    if (isBehind) onUnseen();
  }

  async #catchUpFar(which: readonly Served[], late: readonly Generation[]): Promise<void> {
    const { elsewhere, onProblem } = this.#options;
    const builds = late.map(({ projection, name }) => ({ projection: projection.name, generation: name }));
    await elsewhere(builds, () => this.announce(), this.#signal).catch((error) => {
      if (!this.#signal.aborted) onProblem('Read models that are far behind go on page by page', error);
    });
    for (const before of late) {
      const one = which.find(({ live }) => live === before);
      if (!one) continue;
      await this.#persist(`${before.name} cannot be opened`, async () => {
        const generation = await this.#open(one, before.name);
        if (one.live === before) one.live = generation;
      });
    }
    const reopened = which.flatMap(({ live }) => (live instanceof Generation && !this.#joined.has(live) ? live : []));
    await this.#join(reopened);
  }

  #join(generations: readonly Generation[], most?: number): Promise<readonly Generation[]> {
    for (const generation of generations) this.#joined.add(generation);
    return this.#options.loop.join(generations, this.#signal, most);
  }

  /** Builds what cannot be served yet, again and again until it is there; tells when it has tried once. */
  async #buildMissing(which: readonly Served[], isShort: boolean, onTried: () => void): Promise<void> {
    const { here, elsewhere, onProblem } = this.#options;
    while (!this.#signal.aborted) {
      try {
        await this.build(which, () => {}, isShort ? here : elsewhere);
        this.problem = null;
        return onTried();
      } catch (error) {
        if (this.#signal.aborted) return;
        this.problem = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
        this.announce();
        onProblem('Read models could not be built; another try follows', error);
        onTried();
        await this.#pause(BUILD_RETRY_MS);
      }
    }
  }

  /**
   * A generation that faulted replaces nothing, and its fault is the answer; only where there is nothing else, it is served
   * as far as it came. Beside an older version it stays, and the next start tries to go on with it.
   */
  async #switch(one: Served, generation: Generation): Promise<string | null> {
    const { catalogue, loop, onUnseen, onProblem, retireAfterMs } = this.#options;
    const { fault } = generation;
    await generation.saveCheckpoint(true);
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
    this.announce();
    if (!before || before.name === generation.name) return null;
    if (before instanceof Generation) {
      loop.leave(before).catch((error) => onProblem(`${before.name} cannot be left alone`, error));
    }
    this.#later(retireAfterMs, () => catalogue.dropRetired(one.projection, [before.name]));
    return null;
  }

  /** Takes requests in order, until the signal aborts; what is left then is for the next leader. */
  async #serve(requests: RebuildRequests): Promise<void> {
    const { served, catalogue, onProblem } = this.#options;
    while (!this.#signal.aborted) {
      try {
        await requests.carryOut(catalogue.term ?? 0, this.#signal, async (names, onProgress) => {
          const which = names.map((name) => served.find((one) => one.name === name));
          const unknown = names.filter((_, index) => !which[index]);
          if (unknown.length > 0) throw new Error(`There is no projection ${unknown.join(', ')}`);
          await this.build(which as Served[], onProgress);
        });
      } catch (error) {
        if (!this.#signal.aborted) onProblem('Requests to rebuild cannot be looked after', error);
      }
      const looking = new AbortController();
      this.#lookForRequests = () => looking.abort();
      await this.#pause(REQUESTS_EVERY_MS, looking.signal);
    }
  }

  /** When all generations have seen the same. */
  #atBoundary<Result>(action: () => Result): Promise<Result> {
    return new Promise((resolve) => this.#options.loop.atBoundary(() => resolve(action())));
  }

  #open({ projection }: Served, name: string): Promise<Generation> {
    const { store, log } = this.#options;
    return Generation.open(store, log.storeId, projection, name);
  }

  async #saveLast(generation: Generation): Promise<void> {
    try {
      await generation.saveCheckpoint(true);
    } catch (error) {
      this.#options.onProblem(`The last checkpoint of ${generation.name} could not be saved`, error);
    }
  }

  #later(delayMs: number, work: () => Promise<void>): void {
    const timer = setTimeout(() => {
      this.#retiring.delete(timer);
      work().catch((error) => this.#options.onProblem('Retired read models stay until the next start', error));
    }, delayMs).unref();
    this.#retiring.add(timer);
  }

  /** Until it succeeds or the signal aborts. */
  async #persist(problem: string, attempt: () => Promise<void>): Promise<void> {
    while (!this.#signal.aborted) {
      try {
        await attempt();
        this.problem = null;
        return;
      } catch (error) {
        if (error instanceof Overtaken) return this.overtaken();
        this.problem = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
        this.#options.onProblem(problem, error);
        await this.#pause(RETRY_MS);
      }
    }
  }

  #pause(ms: number, ...others: AbortSignal[]): Promise<void> {
    const signal = AbortSignal.any([this.#signal, ...others]);
    return pause(ms, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
