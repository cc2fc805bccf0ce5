import { once } from 'node:events';
import type { DocumentStore } from '../document-store/port.ts';
import { type AnnouncementContent, Announcer, claimTerm } from './announcement.ts';
import { BuildQueue } from './build-queue.ts';
import type { Catalogue } from './catalogue.ts';
import { CatchUp } from './catch-up.ts';
import type { BuildReport, Rebuilder } from './contract.ts';
import type { EventSource } from './event-source.ts';
import { Generation } from './generation.ts';
import type { LiveLoop } from './live-loop.ts';
import { type RebuildRequests, RequestService } from './rebuild-requests.ts';
import { Retirement } from './retirement.ts';
import { openLive, type Served } from './served.ts';
import type { ServedSet } from './served-set.ts';
import type { RebuildProgress } from './status.ts';
import { SwitchOver } from './switch-over.ts';
import type { OnProblem, Term } from './term.ts';

const BEAT_MS = 1000;
/** Shorter logs are folded in this thread, because a worker takes longer to start. */
const SHORT_LOG = 2000n;
/** An old leader that is not fenced yet may spoil an attempt. */
const TRIES_BESIDE_OTHERS = 3;

export interface LeadershipOptions {
  readonly term: Term;
  readonly log: EventSource;
  readonly store: DocumentStore;
  readonly catalogue: Catalogue;
  readonly served: ServedSet;
  readonly loop: LiveLoop;
  readonly here: Rebuilder;
  readonly elsewhere: Rebuilder;
  readonly isShared: boolean;
  /** Projections that are not in the set are dropped from the store. */
  readonly isDynamic: boolean;
  readonly requests: RebuildRequests | null;
  readonly content: () => AnnouncementContent;
  readonly retireAfterMs: number;
  readonly onChange: () => void;
  readonly onUnseen: () => void;
  readonly onServing: () => void;
  readonly onBuild: (build: BuildReport) => void;
  readonly onProblem: OnProblem;
}

/** Owns the read models for one term: catch-up, builds, switches, retirement and requests. */
export class Leadership {
  readonly #options: LeadershipOptions;
  readonly #catchUp: CatchUp;
  readonly #retirement: Retirement;
  readonly #switchOver: SwitchOver;
  readonly #builds: BuildQueue;
  readonly #requests: RequestService | null;
  readonly #taken = new WeakSet<Served>();
  /** Projections that exist only in the store and will be dropped. */
  readonly #unknown = new Set<string>();
  readonly #work = new Set<Promise<void>>();
  readonly #hasBegun = Promise.withResolvers<void>();
  #changes: Promise<void> = Promise.resolve();
  #announcer: Announcer | null = null;

  constructor(options: LeadershipOptions) {
    this.#options = options;
    const { catalogue, elsewhere, requests, isShared } = options;
    const announce = () => this.announce();
    const shared = { ...options, announce };
    this.#catchUp = new CatchUp({ ...shared, rebuilder: elsewhere });
    this.#retirement = new Retirement(options);
    this.#switchOver = new SwitchOver({ ...shared, catchUp: this.#catchUp, retirement: this.#retirement });
    this.#builds = new BuildQueue({
      ...shared,
      catchUp: this.#catchUp,
      switchOver: this.#switchOver,
      tries: isShared ? TRIES_BESIDE_OTHERS : 1,
    });
    this.#requests = requests && new RequestService({ ...options, requests, builds: this.#builds });
    catalogue.term = options.term.number;
  }

  /** Resolves when the term is over and this process writes nothing more. */
  async run(): Promise<void> {
    const { term, served, onServing } = this.#options;
    let beating: NodeJS.Timeout | undefined;
    try {
      await this.#begin();
      this.#hasBegun.resolve();
      if (term.isOver) return;
      this.#do(this.#requests?.run());
      beating = setInterval(() => this.#beat(), BEAT_MS).unref();
      this.announce();
      if (!term.isOver) await once(term.signal, 'abort');
      await this.#changes;
      await Promise.all(this.#work);
      await this.#builds.whenIdle();
    } finally {
      this.#hasBegun.resolve();
      onServing();
      clearInterval(beating);
      this.#retirement.stop();
      await this.#catchUp.leaveAll();
      await this.#announcer?.close();
      // In parallel, because each may have to retry.
      await Promise.all(
        [...served].map(({ isCurrent, live }) => isCurrent && live instanceof Generation && this.#saveLast(live)),
      );
      for (const one of served) one.release();
      this.#options.catalogue.term = null;
    }
  }

  /** `left`: generations of removed projections. */
  reconcile(added: readonly Served[], left: readonly Generation[]): void {
    const { term } = this.#options;
    this.#builds.dropUnwanted();
    this.#changes = this.#changes.then(async () => {
      await this.#hasBegun.promise;
      if (term.isOver) return;
      await this.#catchUp.leave(...left);
      await Promise.all(left.map((generation) => this.#saveLast(generation)));
      const fresh = added.filter((one) => !this.#taken.has(one) && this.#options.served.has(one));
      await term.persist('Projections cannot be added', async () => {
        await Promise.all(fresh.map((one) => this.#take(one)));
        await this.#dropUnknown();
      });
      if (term.isOver) return;
      this.#fold(fresh);
      this.announce();
    });
    // Only a bug can fail here.
    this.#changes.catch(() => term.abort());
  }

  async #begin(): Promise<void> {
    const { term, served, log, here, elsewhere, onServing } = this.#options;
    let isShort = false;
    await term.persist('Leading cannot begin', async () => {
      isShort = (await log.head()) <= SHORT_LOG;
      await this.#takeOver();
    });
    if (term.isOver) return;
    const tried = this.#fold([...served], isShort ? here : elsewhere);
    if (isShort) tried.then(onServing);
    else onServing();
  }

  #fold(which: readonly Served[], rebuilder?: Rebuilder): Promise<void> {
    const folded = which.filter(({ projection }) => !projection.stopped);
    const missing = folded.filter((one) => !one.isCurrent);
    this.#do(this.#catchUp.bringUp(folded.filter((one) => one.isCurrent)));
    return missing.length > 0 ? this.#builds.addMissing(missing, rebuilder) : Promise.resolve();
  }

  #do(work: Promise<void> | undefined): void {
    if (!work) return;
    this.#work.add(work);
    work.then(
      () => this.#work.delete(work),
      () => this.#options.term.abort(),
    );
  }

  announce(): void {
    this.#announcer?.announce();
  }

  held(): ReadonlyMap<string, string> {
    const settled = [...this.#options.served].filter((one) => !this.#switchOver.isSwitching(one));
    return new Map(settled.flatMap(({ name, live }) => (live instanceof Generation ? [[name, live.name]] : [])));
  }

  lookForRequests(): void {
    this.#requests?.look();
  }

  build(which: readonly Served[], onProgress: (progress: RebuildProgress) => void): Promise<void> {
    return this.#builds.build(which, onProgress);
  }

  /** Also during idle times and long builds. */
  #beat(): void {
    if (this.#options.loop.rate.perSecond(Date.now()) > 0) this.announce();
    else this.#announcer?.beat();
  }

  async #takeOver(): Promise<void> {
    const { term, catalogue, served, isShared, content, onProblem } = this.#options;
    if (isShared) {
      const claimed = await claimTerm(catalogue.announcements, term.number ?? 0);
      this.#announcer = new Announcer(catalogue.announcements, claimed, {
        content,
        onSuperseded: () => term.supersede(),
        onProblem,
      });
    }
    await Promise.all([...served].map((one) => this.#take(one)));
    await this.#dropUnknown();
  }

  async #take(one: Served): Promise<void> {
    const { store, log, catalogue } = this.#options;
    const { projection } = one;
    const entry = await catalogue.takeOn(projection);
    const generation = await openLive({ store, log }, projection, entry);
    one.lead(generation, generation !== null && entry.liveVersion === projection.version);
    if (entry.live && !generation) await catalogue.retireLive(projection);
    if (entry.building) {
      const begun = await Generation.open(store, log.storeId, projection, entry.building);
      if (begun.isBegun && !(await begun.belongsTo(log))) await catalogue.abandonBuild(projection);
    }
    await this.#retirement.takeOver(projection);
    this.#taken.add(one);
  }

  async #dropUnknown(): Promise<void> {
    const { isDynamic, catalogue, served } = this.#options;
    if (!isDynamic) return;
    const { entries } = await catalogue.read();
    for (const { _id: name, liveVersion: version } of entries.values()) {
      if (served.get(name) || this.#unknown.has(name)) continue;
      this.#unknown.add(name);
      const isWanted = () => served.get(name) !== undefined;
      await this.#retirement.remove({ name, version, indexes: [] }, isWanted, () => this.#unknown.delete(name));
    }
  }

  async #saveLast(generation: Generation): Promise<void> {
    try {
      await generation.saveCheckpoint(true);
    } catch (error) {
      this.#options.onProblem(`The last checkpoint of ${generation.name} could not be saved`, error);
    }
  }
}
