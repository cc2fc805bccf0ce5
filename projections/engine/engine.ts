import { Subject } from 'rxjs';
import type { Document } from '../document-store/port.ts';
import { LEADER_ID } from './announcement.ts';
import { foldAsOf } from './as-of.ts';
import { Catalogue } from './catalogue.ts';
import {
  type Difference,
  type Engine,
  type EngineOptions,
  type ReadModel,
  ReadModelNotReady,
  type Rebuilder,
} from './contract.ts';
import { followPages } from './feed.ts';
import { Follower } from './follower.ts';
import { compareGenerations } from './fresh-fold.ts';
import { Generation, openCollection } from './generation.ts';
import { Leadership } from './leadership.ts';
import { LiveLoop } from './live-loop.ts';
import { PastDocuments } from './past-documents.ts';
import { rebuild } from './rebuild.ts';
import { RebuildRequests } from './rebuild-requests.ts';
import type { Served } from './served.ts';
import { ServedSet } from './served-set.ts';
import type { EngineStatus, Fault, ProjectionStatus } from './status.ts';
import { Term } from './term.ts';
import { visible } from './visible.ts';
import { LONGEST_TIMER_MS, Waiters } from './waiters.ts';

const WAIT_MS = 2000;
const RETIRE_AFTER_MS = 60_000;
const SILENCE_MS = 20_000;
/** Per projection: all announcements together must fit into one document. */
const MAX_ANNOUNCED = 10;
const END_OF_TIME = 2n ** 63n - 1n;
/** How long a comparison waits for a stalled live generation, e.g. until another leader continues. */
const STANDSTILL_MS = 30_000;

export function createEngine(options: EngineOptions): Engine {
  const { log, readModels, isShared = false, onProblem = () => {}, onBuild = () => {} } = options;
  const {
    retireAfterMs = RETIRE_AFTER_MS,
    silenceMs = SILENCE_MS,
    name,
    isReader = false,
    standAside,
    pageSize,
    heldBeside,
  } = options;
  const served = new ServedSet(options.projections);
  const all = () => [...served];

  const here: Rebuilder = (builds, onProgress, aborted) => {
    const projections = all().map(({ projection }) => projection);
    return rebuild({
      source: log,
      store: readModels,
      projections,
      builds,
      onProgress,
      signal: aborted,
      standAside,
      heldBeside,
    });
  };
  const elsewhere = options.rebuilder ?? here;
  const stopping = new AbortController();
  const { signal } = stopping;
  const catalogue = new Catalogue(readModels, name);
  const requests = isShared && name === undefined ? new RebuildRequests(readModels) : null;
  const unseen$ = new Subject<void>();
  const serving = Promise.withResolvers<void>();

  let leadership: { readonly term: Term; readonly work: Leadership } | null = null;
  let leading: Promise<unknown> = Promise.resolve();
  let running: Promise<unknown> = Promise.resolve();
  let ready: Promise<void> = Promise.resolve();
  let isReady = false;
  let hasStarted = false;

  const waiters = new Waiters(() => follower.poke());
  const onChange = () => {
    waiters.check();
    leadership?.work.announce();
    reportFaults();
  };
  const loop = new LiveLoop({ log, onChange, onUnseen: () => unseen$.next(), hold, onProblem, pageSize });
  const past = new PastDocuments(log);
  loop.pages$.subscribe(({ events }) => past.observe(events));
  unseen$.subscribe(() => past.clear());
  const follower: Follower = new Follower({
    catalogue,
    served,
    store: readModels,
    log,
    passed: () => (isReader ? END_OF_TIME : loop.passed),
    isAwaited: () => !waiters.isEmpty,
    held: () => leadership?.work.held() ?? new Map(),
    term: () => leadership?.term ?? null,
    onChange,
    onUnseen: () => unseen$.next(),
    onProblem,
    trustMs: retireAfterMs / 2,
    silenceMs,
  });

  /** Each fault and each listed document is reported once, whichever process folds it. */
  const reported = new Set<string>();
  function report(key: string, what: string, { position, eventType, error }: Fault): void {
    if (reported.has(key)) return;
    reported.add(key);
    // A file that cannot be loaded has not read an event.
    onProblem(eventType === '' ? what : `${what} at ${eventType} (position ${position})`, error);
  }
  function reportFaults(): void {
    // A process reads what its own thread folds, and reports it as a reader.
    if (name !== undefined && !isReader) return;
    for (const { name, live, fault, quarantined } of served) {
      if (fault) report(`${live?.name} stopped ${fault.position}`, `${name} has stopped`, fault);
      for (const one of quarantined.documents) {
        report(`${live?.name} ${one.id}`, `${name} has quarantined ${one.id}`, one);
      }
    }
  }

  /** Resolves when every read model that kept up has reached the position. */
  function hold(position: bigint): Promise<unknown> {
    const keepingUp = all().filter((one) => one.isFollowing && one.position >= loop.passed);
    const isReached = () => keepingUp.every((one) => !one.isFollowing || one.position >= position || !served.has(one));
    return waiters.wait(() => (isReached() ? 'reached' : undefined), LONGEST_TIMER_MS);
  }

  const isSettled = (position: bigint) =>
    all().every((one) => one.fault !== null || (one.isFollowing && one.position >= position));

  return {
    async start() {
      const head = await log.head();
      await follower.look();
      hasStarted = true;
      running = Promise.all([!isReader && loop.run(head, signal), isShared && follower.run(signal)]);
      ready = waiters
        .wait(() => (isSettled(head) ? 'reached' : undefined), LONGEST_TIMER_MS)
        .then((answer) => {
          isReady = answer === 'reached';
        });
    },

    async newestTerm() {
      return (await catalogue.announcements.get(LEADER_ID))?.term ?? 0;
    },

    async lead(until, number = null) {
      if (leadership) throw new Error('This process leads already');
      if (isReader) throw new Error('A reader never leads');
      if (isShared && number === null) throw new Error('If several processes may lead, each term needs a number');
      const term = new Term(number, AbortSignal.any([until, signal]), onProblem);
      const work = new Leadership({
        term,
        log,
        store: readModels,
        catalogue,
        served,
        loop,
        here,
        elsewhere,
        isShared,
        isDynamic: name !== undefined,
        requests,
        content: () => ({
          error: loop.problem ?? term.problem,
          projections: all().map((one) => {
            const status = statusOf(one, 0n);
            // Other processes have the same code of the portal's own.
            return name === undefined ? { ...status, types: [] } : briefly(status);
          }),
        }),
        retireAfterMs,
        onChange,
        onUnseen: () => unseen$.next(),
        onServing: serving.resolve,
        onBuild,
        onProblem,
      });
      leadership = { term, work };
      const led = work.run().finally(() => {
        leadership = null;
      });
      leading = led.catch(() => undefined);
      await led;
    },

    whenServing: () => serving.promise,

    reconcile(projections) {
      const { added, removed } = served.replace(projections);
      if (added.length === 0 && removed.length === 0) return;
      const left = removed.map((one) => one.lead(null, false)).filter((live) => live instanceof Generation);
      leadership?.work.reconcile(added, left);
      follower.poke();
      onChange();
    },

    async stop() {
      stopping.abort();
      waiters.giveUp();
      serving.resolve();
      await Promise.all([leading, running, ready]);
    },

    waitFor(position, { timeoutMs = WAIT_MS, collections } = {}) {
      const wanted = collections ? collections.map((projection) => served.find(projection)) : all();
      return waiters.wait(() => {
        const behind = wanted.filter((one) => !one.isCurrent || one.position < position);
        const isAwaited = behind.some((one) => one.isFollowing) || follower.reported < position;
        if (isAwaited && wanted.some((one) => one.isFollowing)) return signal.aborted ? 'stale' : undefined;
        return behind.length > 0 ? 'stale' : 'reached';
      }, timeoutMs);
    },

    whenReady: () => ready,

    async status(): Promise<EngineStatus> {
      const [head] = await Promise.all([log.head(), isReader && hasStarted && follower.look()]);
      const problem = leadership ? leadership.term.problem : isShared ? follower.problem : null;
      return {
        head: String(head),
        isReady,
        error: loop.problem ?? problem,
        projections: all().map((one) => statusOf(one, head)),
      };
    },

    async isReady() {
      await Promise.all([log.head(), catalogue.read()]);
      return isReady && all().every(({ live }) => live !== null);
    },

    async generations() {
      const { entries } = await catalogue.read();
      return new Map(
        [...entries].map(([projection, { live, building, retired }]) => [projection, { live, building, retired }]),
      );
    },

    liveGeneration: (projection) => served.get(projection)?.live?.name ?? null,

    async countDocuments(projection) {
      const live = served.get(projection)?.live;
      // The checkpoint is one of them.
      return live ? Math.max(0, (await live.collection.count({})) - 1) : null;
    },

    handling(eventTypes) {
      const types = [...eventTypes];
      const isHandling = ({ projection: { on } }: Served) => types.some((type) => Object.hasOwn(on, type));
      return all()
        .filter(isHandling)
        .map(({ name }) => name);
    },

    collection<Doc extends Document>({ name: projection }: { readonly name: string }): ReadModel<Doc> {
      served.find(projection);
      let generation: Served['live'] = null;
      let readers: ReadModel<Doc> | undefined;
      const ask = async <Answer>(question: (readers: ReadModel<Doc>) => Promise<Answer>): Promise<Answer> => {
        for (;;) {
          const live = served.find(projection).live;
          if (!live) throw new ReadModelNotReady(`${projection} is being built`);
          if (!readers || generation !== live) readers = visible<Doc>(live.collection);
          generation = live;
          const answer = await question(readers);
          if (!isShared || follower.isFresh) return answer;
          // The process may have been frozen, and what it read dropped.
          await follower.look();
          if (follower.isFresh && served.get(projection)?.live?.name === live.name) return answer;
        }
      };
      return {
        get: (id) => ask((readers) => readers.get(id)),
        getMany: (ids) => ask((readers) => readers.getMany(ids)),
        find: (filter, findOptions) => ask((readers) => readers.find(filter, findOptions)),
        count: (filter) => ask((readers) => readers.count(filter)),
      };
    },

    async rebuild(names, onProgress = () => {}) {
      const which = names === 'all' ? all() : [names].flat().map((projection) => served.find(projection));
      if (requests) {
        const asked = requests.ask(
          which.map((one) => one.name),
          { onProgress, signal, isSilent: () => !leadership && follower.isSilent },
        );
        leadership?.work.lookForRequests();
        return asked;
      }
      if (!leadership) throw new Error('This process does not lead, so it cannot rebuild');
      await leadership.work.build(which, onProgress);
    },

    asOf: (projection, id, at) => foldAsOf(log, projection, id, at),

    pastOf: (projection, documents, until) => past.asOf(projection, documents, until),

    events$: loop.pages$,

    unseen$,

    subscribe: (following) => followPages(log, loop.pages$, following),

    async *compareWithFreshFold(names, onProgress = () => {}): AsyncIterable<Difference> {
      const wanted = names.map((projection) => served.find(projection));
      await ready;
      for (const one of wanted)
        if (!one.live || !one.isCurrent) throw new ReadModelNotReady(`${one.name} is being built`);
      const scratches: { one: Served; scratch: string }[] = [];
      try {
        for (const one of wanted) scratches.push({ one, scratch: await catalogue.beginScratch(one.projection) });
        const builds = scratches.map(({ one, scratch }) => ({ projection: one.name, generation: scratch }));
        await elsewhere(builds, onProgress, signal);
        for (const { one, scratch } of scratches) {
          const fresh = await Generation.open(readModels, log.storeId, one.projection, scratch);
          await loop.join([fresh], signal);
          try {
            yield* await differencesFrom(one, fresh);
          } finally {
            await loop.leave(fresh);
          }
        }
      } finally {
        for (const { one, scratch } of scratches) await catalogue.dropScratch(one.projection, [scratch]);
      }
    },
  };

  /** A generation that was replaced during the comparison is dropped: compare the next one. */
  async function differencesFrom(one: Served, fresh: Generation): Promise<readonly Difference[]> {
    for (;;) {
      signal.throwIfAborted();
      if (isShared) await follower.look();
      const { live } = one;
      if (!live || !one.isCurrent) throw new ReadModelNotReady(`${one.name} is being built`);
      // Opened again, to compare the store instead of the cache.
      const held = { collection: openCollection(readModels, live.name, one.projection) };
      const found: Difference[] = [];
      const compared = { projection: one.name, live: held, fresh };
      for await (const difference of compareGenerations(compared, () => nextBoundary(one, live.name, fresh))) {
        found.push(difference);
      }
      const entry = await catalogue.entry(one.projection);
      if (entry.live === live.name) return found;
    }
  }

  async function nextBoundary(one: Served, live: string, fresh: Generation): Promise<void> {
    const head = await log.head();
    const isThere = ({ fault, position }: Pick<Generation, 'fault' | 'position'>) => fault !== null || position >= head;
    const isSo = () => signal.aborted || one.live?.name !== live || (isThere(one) && isThere(fresh));
    const outcome = await waiters.wait(() => (isSo() ? 'reached' : undefined), STANDSTILL_MS);
    signal.throwIfAborted();
    if (outcome === 'stale') throw new ReadModelNotReady(`${one.name} does not follow the log`);
    await new Promise<void>((resolve) => loop.atBoundary(resolve));
  }

  function statusOf(one: Served, head: bigint) {
    const rate = loop.rate.perSecond(Date.now());
    return one.status(head, leadership && { isMember: one.live !== null && loop.has(one.live), eventsPerSecond: rate });
  }
}

const briefly = (status: ProjectionStatus): ProjectionStatus => ({
  ...status,
  quarantined: { ...status.quarantined, documents: status.quarantined.documents.slice(0, MAX_ANNOUNCED) },
});
