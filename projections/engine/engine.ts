import { setTimeout as pause } from 'node:timers/promises';
import type { Document } from '../document-store/port.ts';
import { foldAsOf } from './as-of.ts';
import { Catalogue } from './catalogue.ts';
import {
  type Build,
  type Difference,
  type Engine,
  type EngineOptions,
  type ReadModel,
  ReadModelNotReady,
  type Rebuilder,
} from './contract.ts';
import { followPages } from './feed.ts';
import { compareGenerations } from './fresh-fold.ts';
import { Generation, highestPosition } from './generation.ts';
import { LiveLoop } from './live-loop.ts';
import { rebuild } from './rebuild.ts';
import { Served } from './served.ts';
import type { EngineStatus, RebuildProgress } from './status.ts';
import { visible } from './visible.ts';
import { Waiters } from './waiters.ts';

const WAIT_MS = 2000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const RETIRE_AFTER_MS = 60_000;
const BUILD_RETRY_MS = 5000;
/** A log as short as this is folded here and now: a worker would take longer to start. */
const SHORT_LOG = 2000n;

/** Keeps all read models up to date with the log, and builds their generations (design §3). */
export function createEngine(options: EngineOptions): Engine {
  const { log, readModels, projections, retireAfterMs = RETIRE_AFTER_MS, onProblem = () => {} } = options;
  const catalogue = new Catalogue(readModels);
  const waiters = new Waiters();
  const loop = new LiveLoop(log, () => waiters.check(), onProblem);
  const stopping = new AbortController();
  const { signal } = stopping;
  const served = new Map(projections.map((projection) => [projection.name, new Served(projection)]));
  if (served.size < projections.length) throw new Error('Two projections have the same name');

  const here: Rebuilder = (builds, onProgress, aborted) =>
    rebuild({ source: log, store: readModels, projections, builds, onProgress, signal: aborted });
  const elsewhere = options.rebuilder ?? here;

  let running: Promise<void> = Promise.resolve();
  let ready: Promise<void> = Promise.resolve();
  let isReady = false;
  let buildProblem: string | null = null;
  let building: Promise<unknown> = Promise.resolve();
  const retiring = new Set<NodeJS.Timeout>();

  const find = (name: string): Served => {
    const one = served.get(name);
    if (!one) throw new Error(`There is no projection ${name}`);
    return one;
  };
  const open = (one: Served, name: string) => Generation.open(readModels, log.storeId, one.projection, name);
  const nextBoundary = () => new Promise<void>((resolve) => loop.atBoundary(resolve));

  /** One build at a time, each with all the generations that are asked for in one pass over the log. */
  function build(which: readonly Served[], rebuilder: Rebuilder, onProgress: (progress: RebuildProgress) => void) {
    const built = building.then(async () => {
      signal.throwIfAborted();
      const builds: Build[] = [];
      for (const one of which) {
        builds.push({ projection: one.projection.name, generation: await catalogue.beginBuild(one.projection) });
      }
      try {
        await rebuilder(
          builds,
          (progress) => {
            for (const one of which) one.progress = progress;
            onProgress(progress);
          },
          signal,
        );
        const generations = await Promise.all(builds.map((done) => open(find(done.projection), done.generation)));
        await loop.join(generations, signal);
        signal.throwIfAborted();
        const faults: string[] = [];
        for (const generation of generations) {
          const fault = await takeOver(find(generation.projection.name), generation);
          if (fault) faults.push(fault);
        }
        if (faults.length > 0) throw new Error(faults.join('; '));
      } finally {
        for (const one of which) one.progress = null;
        waiters.check();
      }
    });
    building = built.catch(() => undefined);
    return built;
  }

  /**
   * A generation that faulted replaces nothing, and its fault is the answer; only where there is nothing else, it is served
   * as far as it came. Beside an older version it stays, and the next start tries to go on with it.
   */
  async function takeOver(one: Served, generation: Generation): Promise<string | null> {
    const { fault } = generation;
    await generation.saveCheckpoint(true);
    if (fault && one.generation) {
      if (one.isCurrent) {
        await catalogue.abandonBuild(one.projection);
        return `${one.projection.name} cannot be rebuilt: ${fault.eventType} at ${fault.position}: ${fault.error}`;
      }
      one.buildFault = fault;
      return null;
    }
    await catalogue.makeLive(one.projection, generation.name);
    const before = await one.switchTo(generation, loop);
    if (!before) return null;
    const timer = setTimeout(() => {
      retiring.delete(timer);
      catalogue
        .dropRetired(one.projection, before.name)
        .catch((error) => onProblem(`${before.name} could not be dropped; the next start does it`, error));
    }, retireAfterMs).unref();
    retiring.add(timer);
    return null;
  }

  /** Builds what cannot be served yet, again and again until it is there; tells when it has tried once. */
  async function buildMissing(which: readonly Served[], isShort: boolean, onTried: () => void): Promise<void> {
    while (!signal.aborted) {
      try {
        await build(which, isShort ? here : elsewhere, () => {});
        buildProblem = null;
        return onTried();
      } catch (error) {
        if (signal.aborted) return;
        buildProblem = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
        onProblem('Read models could not be built; another try follows', error);
        onTried();
        await pause(BUILD_RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
  }

  return {
    async start() {
      await Promise.all([...served.values()].map((one) => one.find(readModels, catalogue, log)));
      const current = [...served.values()].filter((one) => one.isCurrent);
      const missing = [...served.values()].filter((one) => !one.isCurrent);
      const generations = current.flatMap(({ generation }) => generation ?? []);
      const head = await log.head();
      running = loop.run(generations.length > 0 ? highestPosition(generations) : head, signal);
      const isShort = head <= SHORT_LOG;
      const tried = Promise.withResolvers<void>();
      const built = missing.length > 0 ? buildMissing(missing, isShort, tried.resolve) : Promise.resolve();
      // Also when it is aborted before it has tried.
      built.then(tried.resolve, tried.resolve);
      ready = Promise.all([loop.join(generations, signal), built])
        .then(() => this.waitFor(head, { timeoutMs: LONGEST_TIMER_MS }))
        .then(() => {
          isReady = true;
        });
      if (isShort) await tried.promise;
    },

    async stop() {
      stopping.abort();
      for (const timer of retiring) clearTimeout(timer);
      waiters.giveUp();
      await Promise.all([running, building, ready]);
      for (const { generation, isCurrent } of served.values()) {
        if (!generation || !isCurrent) continue;
        await generation
          .saveCheckpoint(true)
          .catch((error) => onProblem(`The last checkpoint of ${generation.name} could not be saved`, error));
      }
    },

    waitFor(position, { timeoutMs = WAIT_MS, collections } = {}) {
      const wanted = collections ? collections.map(find) : [...served.values()];
      return waiters.wait(() => {
        const behind = wanted.filter((one) => !one.isCurrent || (one.generation?.position ?? 0n) < position);
        if (behind.some((one) => one.isFollowing)) return signal.aborted ? 'stale' : undefined;
        return behind.length > 0 ? 'stale' : 'reached';
      }, timeoutMs);
    },

    whenReady: () => ready,

    async status(): Promise<EngineStatus> {
      const head = await log.head();
      const rate = loop.rate.perSecond(Date.now());
      const all = [...served.values()];
      return {
        head: String(head),
        isReady,
        error: loop.problem ?? buildProblem,
        projections: all.map((one) => one.status(head, one.generation !== null && loop.has(one.generation), rate)),
      };
    },

    handling(eventTypes) {
      const types = [...eventTypes];
      return projections.filter(({ on }) => types.some((type) => Object.hasOwn(on, type))).map(({ name }) => name);
    },

    collection<Doc extends Document>({ name }: { readonly name: string }): ReadModel<Doc> {
      const one = find(name);
      const reader = () => {
        if (!one.generation) throw new ReadModelNotReady(`${name} is being built`);
        return visible<Doc>(one.generation.collection);
      };
      return {
        get: async (id) => reader().get(id),
        getMany: async (ids) => reader().getMany(ids),
        find: async (filter, findOptions) => reader().find(filter, findOptions),
        count: async (filter) => reader().count(filter),
      };
    },

    async rebuild(names, onProgress = () => {}) {
      const which = names === 'all' ? [...served.values()] : [names].flat().map(find);
      await build(which, elsewhere, onProgress);
    },

    asOf: (projection, id, at) => foldAsOf(log, projection, id, at),

    events$: loop.pages$,

    subscribe: (following) => followPages(log, loop.pages$, following),

    async *compareWithFreshFold(name): AsyncIterable<Difference> {
      const one = find(name);
      await ready;
      const live = one.generation;
      if (!live || !one.isCurrent) throw new ReadModelNotReady(`${name} is being built`);
      const scratch = await catalogue.beginScratch(one.projection);
      const builds = [{ projection: name, generation: scratch }];
      try {
        await elsewhere(builds, () => {}, signal);
        const fresh = await open(one, scratch);
        await loop.join([fresh], signal);
        try {
          yield* compareGenerations(live, fresh, nextBoundary);
        } finally {
          await loop.leave(fresh);
        }
      } finally {
        await catalogue.dropRetired(one.projection, scratch);
      }
    },
  };
}
