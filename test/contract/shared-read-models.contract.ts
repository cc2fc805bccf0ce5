import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { createReadCache } from '../../api/read-models/read-cache.ts';
import type { DocumentStore } from '../../projections/document-store/port.ts';
import {
  type Engine,
  type EngineOptions,
  ReadModelNotReady,
  type Rebuilder,
} from '../../projections/engine/contract.ts';
import { createEngine } from '../../projections/engine/engine.ts';
import type { AnyProjection } from '../../projections/engine/projection.ts';
import { projection } from '../../projections/engine/projection.ts';
import { rebuild } from '../../projections/engine/rebuild.ts';
import type { ProjectionStatus } from '../../projections/engine/status.ts';
import { type Disturbed, disturbable } from '../support/disturbed.ts';
import { MemoryLog } from '../support/memory-log.ts';
import { opened, plainFold, type Shop, type ShopEvent, shops, sold } from '../support/shop.ts';

export interface SharedStore {
  open(): Promise<DocumentStore>;
  close(): Promise<void>;
}

/** With its served read models, and functions that start and end its leadership. */
interface Process extends Disturbed {
  readonly engine: Engine;
  readonly problems: string[];
  lead(): { readonly ended: Promise<void>; stop(): Promise<void> };
}

interface Counter {
  readonly _id: string;
  readonly _pos?: bigint;
  readonly count: number;
}

const counting = (fails: (event: ShopEvent) => boolean = () => false): AnyProjection => {
  const add = (document: Counter | undefined, event: ShopEvent): Counter => {
    if (fails(event)) throw new RangeError('cannot count that');
    return { _id: 'all', count: (document?.count ?? 0) + 1 };
  };
  return projection<Counter, ShopEvent>({
    name: 'counts',
    version: 1,
    indexes: [],
    id: () => 'all',
    streams: () => [],
    on: { Opened: add, Sold: add },
  });
};

const unheardOf: ShopEvent = { type: 'Painted', data: {} } as never;

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(5);
}

export function sharedReadModelsContract(name: string, openShared: () => Promise<SharedStore>): void {
  describe(`read models that several processes share on ${name}`, () => {
    const cleanUp: (() => unknown)[] = [];
    afterEach(async () => {
      for (const step of cleanUp.splice(0).reverse()) await step();
    });

    async function openPlace(projections: readonly AnyProjection[] = [shops, counting()]) {
      const shared = await openShared();
      cleanUp.push(() => shared.close());
      const log = new MemoryLog();
      let term = 0;
      const startProcess = async (options: Partial<EngineOptions> = {}): Promise<Process> => {
        const own = await shared.open();
        const disturbed = disturbable(own, log);
        const problems: string[] = [];
        const engine = createEngine({
          log: disturbed.log,
          readModels: disturbed.store,
          projections,
          isShared: true,
          onProblem: (message, error) => problems.push(`${message}: ${error}`),
          ...options,
        });
        await engine.start();
        cleanUp.push(async () => {
          disturbed.thaw();
          disturbed.restore();
          await engine.stop();
        });
        const lead = () => {
          const stopping = new AbortController();
          term += 1;
          const ended = engine.lead(stopping.signal, term);
          return {
            ended,
            async stop() {
              stopping.abort();
              await ended;
            },
          };
        };
        return { ...disturbed, engine, problems, lead };
      };
      const fill = (count: number) => {
        let position = 0n;
        for (let n = 0; n < count; n += 1) {
          const shop = `shop-${log.events.length % 23}`;
          position = log.append(shop, log.events.length < 23 ? opened(shop) : sold(n)).position;
        }
        return position;
      };
      return { log, startProcess, fill, projections, openStore: () => shared.open() };
    }

    const all = async ({ engine }: Process) => {
      const { documents } = await engine.collection<Shop>(shops).find({});
      return new Map(documents.map((document) => [document._id, document]));
    };
    const statusOf = async ({ engine }: Process, of = 'shops'): Promise<ProjectionStatus> => {
      const status = (await engine.status()).projections.find((one) => one.name === of);
      if (!status) throw new Error(`no ${of}`);
      return status;
    };

    test('a process serves what another one folds, and waits for it', async () => {
      const { log, startProcess, fill } = await openPlace();
      const follower = await startProcess();
      await expect(follower.engine.collection(shops).get('1')).rejects.toThrow(ReadModelNotReady);
      const leader = await startProcess();
      leader.lead();
      await follower.engine.whenReady();
      for (let round = 0; round < 20; round += 1) {
        const position = fill(7);
        expect(await follower.engine.waitFor(position)).toBe('reached');
        expect(await all(follower)).toEqual(plainFold(log.events));
      }
      expect(await statusOf(follower)).toMatchObject({ state: 'live', lag: 0, generation: 'shops@1.1' });
      expect(await follower.engine.status()).toMatchObject({ isReady: true, error: null });
    });

    test('waits no longer for events that no read model handles', async () => {
      const { log, startProcess } = await openPlace();
      const follower = await startProcess();
      (await startProcess()).lead();
      await follower.engine.whenReady();
      const { position } = log.append('shop-1', unheardOf);
      expect(await follower.engine.waitFor(position, { timeoutMs: 20_000 })).toBe('reached');
    });

    test('without a leader it serves existing documents, and reports that they are not updated', async () => {
      const { log, startProcess, fill } = await openPlace();
      const leader = await startProcess();
      const leading = leader.lead();
      await leader.engine.whenReady();
      await leader.engine.waitFor(fill(30), { timeoutMs: 20_000 });
      await leading.stop();
      const before = plainFold(log.events);
      const follower = await startProcess({ silenceMs: 300 });
      const position = fill(5);
      expect(await follower.engine.waitFor(position, { timeoutMs: 50 })).toBe('stale');
      expect(await all(follower)).toEqual(before);
      await until(async () => (await follower.engine.status()).error !== null);
      await expect(follower.engine.rebuild('shops')).rejects.toThrow('No worker is running');
      expect(await statusOf(follower)).toMatchObject({ lag: 5 });
    });

    test('emits pages once the read models have folded them, each event once', async () => {
      const { log, startProcess, fill } = await openPlace();
      (await startProcess()).lead();
      const follower = await startProcess();
      await follower.engine.whenReady();
      const first = log.events.length;
      const seen: bigint[] = [];
      const tooEarly: bigint[] = [];
      const checks: Promise<void>[] = [];
      follower.engine.events$.subscribe(({ events, position }) => {
        seen.push(...events.map((event) => event.position));
        checks.push(
          follower.engine.waitFor(position, { timeoutMs: 0 }).then((answer) => {
            if (answer !== 'reached') tooEarly.push(position);
          }),
        );
      });
      let last = 0n;
      for (let round = 0; round < 30; round += 1) {
        last = fill(1 + (round % 4));
        await pause(round % 3);
      }
      await until(() => seen.at(-1) === last);
      await Promise.all(checks);
      expect(tooEarly).toEqual([]);
      expect(seen).toEqual(log.events.slice(first).map(({ position }) => position));
    });

    test('a cache never returns an old answer to a caller that has waited', async () => {
      const { log, startProcess } = await openPlace();
      const leader = await startProcess();
      leader.lead();
      const follower = await startProcess();
      await follower.engine.whenReady();
      const cache = createReadCache();
      follower.engine.events$.subscribe((page) => cache.folded(page));
      follower.engine.unseen$.subscribe(() => cache.clear());
      const remembered = cache.cached('shop', follower.engine.collection<Shop>(shops));
      let isOver = false;
      const readers = (async () => {
        while (!isOver) {
          await remembered.get('a');
          await new Promise(setImmediate);
        }
      })();
      for (let round = 0; round < 40; round += 1) {
        const { position } = log.append('shop-a', opened(`name ${round}`));
        // Its subscription stops for a while, so pages cannot report the switch.
        if (round === 20) follower.freeze((collection) => collection === 'log');
        if (round === 22) follower.thaw();
        expect(await follower.engine.waitFor(position, { timeoutMs: 20_000 })).toBe('reached');
        expect(await remembered.get('a')).toMatchObject({ name: `name ${round}` });
      }
      isOver = true;
      await readers;
    });

    test('goes over to another generation with its readers, who see no failure and nothing wrong', async () => {
      const { startProcess, fill } = await openPlace();
      const leader = await startProcess({ retireAfterMs: 2500 });
      leader.lead();
      const follower = await startProcess({ retireAfterMs: 2500 });
      await follower.engine.whenReady();
      await follower.engine.waitFor(fill(200), { timeoutMs: 20_000 });
      await follower.engine.whenReady();
      let isOver = false;
      let reads = 0;
      const reader = (async () => {
        while (!isOver) {
          const [one, count] = await Promise.all([
            follower.engine.collection<Shop>(shops).get('1'),
            follower.engine.collection<Shop>(shops).count({}),
          ]);
          if (one?.name !== 'shop-1' || count !== 23) throw new Error(`wrong: ${JSON.stringify(one)}, ${count}`);
          reads += 1;
          await new Promise(setImmediate);
        }
      })();
      for (let n = 2; n < 5; n += 1) {
        const position = fill(10);
        await leader.engine.rebuild('all');
        expect(await follower.engine.waitFor(position, { timeoutMs: 20_000 })).toBe('reached');
        await until(async () => (await statusOf(follower)).generation === `shops@1.${n}`);
      }
      isOver = true;
      await reader;
      expect(reads).toBeGreaterThan(20);
    });

    test('a process that stood still while its generation was dropped answers from the next one', async () => {
      const { startProcess, fill } = await openPlace();
      const leader = await startProcess({ retireAfterMs: 100 });
      leader.lead();
      const follower = await startProcess({ retireAfterMs: 100 });
      await follower.engine.whenReady();
      await follower.engine.waitFor(fill(60), { timeoutMs: 20_000 });
      follower.freeze((collection) => collection === 'projections');
      await leader.engine.rebuild('all');
      await pause(400);
      const answer = follower.engine.collection<Shop>(shops).get('1');
      await pause(20);
      follower.thaw();
      expect(await answer).toMatchObject({ name: 'shop-1' });
      expect(await statusOf(follower)).toMatchObject({ generation: 'shops@1.2' });
    });

    test('leading goes from process to process while events pour in, without a gap and without a repeat', async () => {
      const { log, startProcess, fill } = await openPlace();
      const processes = [await startProcess(), await startProcess(), await startProcess()];
      const seen = processes.map(({ engine }) => {
        const positions: bigint[] = [];
        engine.events$.subscribe(({ events }) => positions.push(...events.map(({ position }) => position)));
        return positions;
      });
      let isOver = false;
      const pouring = (async () => {
        while (!isOver) {
          fill(3);
          await pause(2);
        }
      })();
      for (let round = 0; round < 12; round += 1) {
        const leading = (processes[round % 3] as Process).lead();
        await pause(15 + ((round * 37) % 90));
        await leading.stop();
      }
      isOver = true;
      await pouring;
      (processes[1] as Process).lead();
      const last = BigInt(log.events.length);
      for (const one of processes) {
        await one.engine.whenReady();
        expect(await one.engine.waitFor(last, { timeoutMs: 20_000 })).toBe('reached');
        expect(await all(one)).toEqual(plainFold(log.events));
        expect(one.problems).toEqual([]);
      }
      await until(() => seen.every((positions) => positions.at(-1) === last));
      for (const positions of seen) expect(positions).toEqual(log.events.map(({ position }) => position));
    });

    test('a leader that was frozen takes nothing back when it wakes up', async () => {
      const { log, startProcess, fill } = await openPlace();
      const old = await startProcess();
      const { ended } = old.lead();
      const next = await startProcess();
      await next.engine.whenReady();
      await next.engine.waitFor(fill(60), { timeoutMs: 20_000 });
      for (let round = 0; round < 5; round += 1) {
        fill(9);
        await pause(round);
      }
      old.freeze();
      fill(40);
      next.lead();
      await next.engine.waitFor(fill(40), { timeoutMs: 20_000 });
      await next.engine.rebuild('all');
      await next.engine.waitFor(fill(40), { timeoutMs: 20_000 });
      old.thaw();
      await ended;
      const position = fill(20);
      for (const one of [old, next]) {
        expect(await one.engine.waitFor(position, { timeoutMs: 20_000 })).toBe('reached');
        expect(await all(one)).toEqual(plainFold(log.events));
        expect(await statusOf(one)).toMatchObject({ generation: 'shops@1.2', state: 'live', lag: 0 });
      }
      expect(await Array.fromAsync(next.engine.compareWithFreshFold(['shops']))).toEqual([]);
    });

    test('what a process read just before it began to lead does not put it off', async () => {
      const { startProcess, fill } = await openPlace();
      const one = await startProcess();
      let isHeld = false;
      one.freeze((collection, method, moment) => {
        const isLook = collection === 'projections' && method === 'find' && moment === 'answer';
        isHeld ||= isLook;
        return isLook;
      });
      await until(() => isHeld);
      one.lead();
      await one.engine.whenServing();
      one.thaw();
      await one.engine.whenReady();
      for (let round = 0; round < 3; round += 1) {
        expect(await one.engine.waitFor(fill(5), { timeoutMs: 20_000 })).toBe('reached');
      }
      expect(one.problems).toEqual([]);
    });

    test('a leader that was frozen amid a rebuild does not spoil the one that goes on with it', async () => {
      const { log, startProcess, fill } = await openPlace();
      const old = await startProcess();
      const { ended } = old.lead();
      const next = await startProcess();
      await next.engine.whenReady();
      await next.engine.waitFor(fill(5000), { timeoutMs: 20_000 });
      let inserts = 0;
      old.freeze((collection, method) => collection === 'shops@1.2' && method === 'insert' && ++inserts > 19);
      const rebuilt = next.engine.rebuild('all');
      await until(() => inserts > 19);
      old.freeze();
      next.lead();
      await pause(50);
      old.thaw();
      await rebuilt;
      await ended;
      const position = fill(20);
      expect(await next.engine.waitFor(position, { timeoutMs: 20_000 })).toBe('reached');
      expect(await all(next)).toEqual(plainFold(log.events));
      expect(await statusOf(next)).toMatchObject({ generation: 'shops@1.2', state: 'live' });
    });

    test('a rebuild requested by one process is done by another, which reports its progress', async () => {
      const { log, startProcess, fill } = await openPlace();
      (await startProcess()).lead();
      const follower = await startProcess();
      await follower.engine.whenReady();
      await follower.engine.waitFor(fill(3000), { timeoutMs: 20_000 });
      const shares: number[] = [];
      await follower.engine.rebuild('all', ({ share }) => shares.push(share));
      expect(shares.length).toBeGreaterThan(0);
      await until(async () => (await statusOf(follower, 'counts')).generation === 'counts@1.2');
      expect(await all(follower)).toEqual(plainFold(log.events));
    });

    test('a rebuild whose leader went away is finished by the next one', async () => {
      const { log, startProcess, fill, projections } = await openPlace();
      let begun = () => {};
      const hasBegun = new Promise<void>((resolve) => {
        begun = resolve;
      });
      const neverEnding: Rebuilder = (_, __, signal) =>
        new Promise((_resolve, reject) => {
          begun();
          signal.addEventListener('abort', () => reject(signal.reason));
        });
      const first = await startProcess({ rebuilder: neverEnding });
      const leading = first.lead();
      const follower = await startProcess();
      await follower.engine.whenReady();
      await follower.engine.waitFor(fill(1000), { timeoutMs: 20_000 });
      let isDone = false;
      const asked = follower.engine.rebuild(['shops']).then(() => {
        isDone = true;
      });
      await hasBegun;
      expect(await statusOf(follower)).toMatchObject({ generation: 'shops@1.1' });
      await leading.stop();
      expect(isDone).toBe(false);
      const second = await startProcess({
        rebuilder: async (builds, onProgress, signal) =>
          rebuild({ source: log, store: second.store, projections, builds, onProgress, signal }),
      });
      second.lead();
      await asked;
      expect(await statusOf(second)).toMatchObject({ generation: 'shops@1.2' });
      expect(await all(second)).toEqual(plainFold(log.events));
    });

    test('a rebuild outlasts a store that is away for a while, for who asked and for who does it', async () => {
      const { log, startProcess, fill, projections } = await openPlace();
      let rebuilds = 0;
      const leader = await startProcess({
        rebuilder: async (builds, onProgress, signal) => {
          rebuilds += 1;
          leader.freeze((collection) => collection === 'rebuildRequests');
          await rebuild({ source: log, store: leader.store, projections, builds, onProgress, signal });
        },
      });
      leader.lead();
      const follower = await startProcess();
      await follower.engine.whenReady();
      await follower.engine.waitFor(fill(100), { timeoutMs: 20_000 });
      const asked = follower.engine.rebuild('shops');
      await until(async () => (await statusOf(leader)).generation === 'shops@1.2');
      for (const one of [leader, follower]) one.cutOff('everything');
      leader.thaw();
      await pause(700);
      for (const one of [leader, follower]) one.restore();
      await asked;
      expect(rebuilds).toBe(1);
      expect(await statusOf(leader)).toMatchObject({ generation: 'shops@1.2', state: 'live' });
    });

    test('a document that cannot take an event is quarantined for all processes, and none waits for it', async () => {
      const { log, startProcess } = await openPlace([
        shops,
        counting((event) => event.type === 'Sold' && event.data.amount === 13),
      ]);
      const leader = await startProcess();
      const leading = leader.lead();
      const follower = await startProcess();
      await follower.engine.whenReady();
      log.append('shop-a', opened('A'));
      const bad = log.append('shop-a', sold(13));
      const { position } = log.append('shop-a', sold(1));
      expect(await follower.engine.waitFor(position, { timeoutMs: 20_000 })).toBe('reached');
      const known = {
        position: '2',
        eventType: 'Sold',
        eventId: bad.id,
        error: 'RangeError: cannot count that',
      };
      const quarantined = { count: 1, documents: [{ id: 'all', ...known, missed: 1 }] };
      const isKnown = (one: Process) => async () =>
        (await statusOf(one, 'counts')).quarantined.documents[0]?.missed === 1;
      await until(isKnown(follower));
      expect(await statusOf(follower, 'counts')).toMatchObject({ state: 'live', lag: 0, fault: null, quarantined });
      expect(await follower.engine.collection<Counter>({ name: 'counts' }).get('all')).toMatchObject({ count: 1 });
      expect(await Array.fromAsync(follower.engine.compareWithFreshFold(['counts']))).toEqual([]);
      await follower.engine.rebuild('counts');
      await until(isKnown(follower));
      // Also for a later process and the next leader.
      const late = await startProcess();
      await late.engine.whenReady();
      await until(isKnown(late));
      await leading.stop();
      late.lead();
      const after = log.append('shop-a', sold(2)).position;
      expect(await follower.engine.waitFor(after, { timeoutMs: 20_000 })).toBe('reached');
      await until(async () => (await statusOf(follower, 'counts')).quarantined.documents[0]?.missed === 2);
    });

    test.each(['everything', 'writes'] as const)(
      'a store that is away for its leader (%s) is waited for, and nothing is lost or done twice',
      async (what) => {
        const { log, startProcess, fill } = await openPlace();
        const leader = await startProcess();
        leader.lead();
        const follower = await startProcess();
        await follower.engine.whenReady();
        await follower.engine.waitFor(fill(50), { timeoutMs: 20_000 });
        for (let round = 0; round < 3; round += 1) {
          fill(4);
          leader.cutOff(what);
          const position = fill(11);
          expect(await follower.engine.waitFor(position, { timeoutMs: 150 })).toBe('stale');
          leader.restore();
          expect(await follower.engine.waitFor(position, { timeoutMs: 20_000 })).toBe('reached');
        }
        expect(await all(follower)).toEqual(plainFold(log.events));
        expect(leader.problems.join()).toContain('The store is away');
        expect(await statusOf(follower)).toMatchObject({ generation: 'shops@1.1', state: 'live' });
      },
    );

    test('the next term is larger than all before, also than those that an earlier version counted separately', async () => {
      const { startProcess, fill, openStore } = await openPlace();
      const announcements = (await openStore()).collection<{ _id: string; term: number }>({
        name: 'projections',
        indexes: [],
      });
      await announcements.insert({ _id: '$leader', term: 57, beat: 9, error: null, projections: [] } as never);
      const { engine } = await startProcess();
      const stopping = new AbortController();
      cleanUp.push(() => stopping.abort());
      await engine.lead(stopping.signal, 56);
      expect(await engine.newestTerm()).toBe(57);
      void engine.lead(stopping.signal, 58);
      await engine.whenReady();
      expect(await engine.waitFor(fill(5), { timeoutMs: 20_000 })).toBe('reached');
      expect(await engine.newestTerm()).toBe(58);
    });

    test('leading that cannot begin because the store is away begins when it is back', async () => {
      const { log, startProcess, fill } = await openPlace();
      const leader = await startProcess();
      leader.cutOff('everything');
      leader.lead();
      fill(40);
      await until(() => leader.problems.length > 0);
      leader.restore();
      const follower = await startProcess();
      await follower.engine.whenReady();
      expect(await all(follower)).toEqual(plainFold(log.events));
    });

    test('a leader whose read models were removed takes over again, and no process is ready meanwhile', async () => {
      const { log, startProcess, fill, openStore } = await openPlace();
      const leader = await startProcess();
      const stopping = new AbortController();
      cleanUp.push(() => stopping.abort());
      // As the process with the lease does.
      void (async () => {
        while (!stopping.signal.aborted) await leader.engine.lead(stopping.signal, 1);
      })();
      const follower = await startProcess();
      fill(40);
      await Promise.all([leader, follower].map(({ engine }) => engine.whenReady()));
      const before = await statusOf(leader);

      const entries = (await openStore()).collection<{ _id: string; live: string; revision: number }>({
        name: 'projections',
        indexes: [],
      });
      await until(async () => {
        const entry = await entries.get('shops');
        if (!entry) throw new Error('no shops');
        const robbed = { ...entry, live: null as never, retired: [entry.live], revision: entry.revision + 1 };
        return entries.replace(robbed, { revision: entry.revision });
      });
      await until(async () => (await entries.get('shops'))?.live !== null || !(await follower.engine.isReady()));
      await until(async () => (await entries.get('shops'))?.live !== null && (await follower.engine.isReady()));
      expect(await follower.engine.waitFor(fill(40), { timeoutMs: 20_000 })).toBe('reached');
      expect(await all(follower)).toEqual(plainFold(log.events));
      expect((await statusOf(leader)).generation).not.toBe(before.generation);
      expect(leader.problems).toEqual([expect.stringContaining('Leading the read models begins anew')]);
    });

    test('who ends to lead saves all that it folds together, so that a store that is away keeps it waiting once', async () => {
      const { log, startProcess, fill } = await openPlace();
      const leader = await startProcess();
      const leading = leader.lead();
      fill(40);
      await leader.engine.whenReady();
      // Causes no write, so that the checkpoints are saved at the end.
      const { position } = log.append('1', unheardOf);
      expect(await leader.engine.waitFor(position, { timeoutMs: 20_000 })).toBe('reached');
      const waiting = new Set<string>();
      leader.freeze((collection, method, moment) => {
        const isSaving = moment === 'call' && method === 'replace' && collection.includes('@');
        if (isSaving) waiting.add(collection);
        return isSaving;
      });
      const stopped = leading.stop();
      await until(() => waiting.size === 2);
      leader.thaw();
      await stopped;
    });

    test('a process without a live read model is not ready, though it was', async () => {
      const { startProcess, fill, openStore } = await openPlace();
      const leader = await startProcess();
      const leading = leader.lead();
      const follower = await startProcess();
      fill(40);
      await follower.engine.whenReady();
      await leading.stop();
      expect(await follower.engine.isReady()).toBe(true);
      await (await openStore()).collection({ name: 'projections', indexes: [] }).delete('shops');
      await until(async () => !(await follower.engine.isReady()));
      await expect(follower.engine.collection(shops).get('1')).rejects.toThrow(ReadModelNotReady);
      leader.lead();
      await until(() => follower.engine.isReady());
    });

    test('a generation that is switched away and dropped under a comparison is no difference', async () => {
      const { startProcess, fill } = await openPlace();
      const leader = await startProcess({ retireAfterMs: 1 });
      leader.lead();
      await leader.engine.whenReady();
      await leader.engine.waitFor(fill(300), { timeoutMs: 20_000 });
      const follower = await startProcess();
      await follower.engine.whenReady();
      let hasBegun = false;
      follower.freeze((collection, method) => {
        const isLive = collection === 'shops@1.1' && method === 'find';
        hasBegun ||= isLive;
        return isLive;
      });
      const comparing = Array.fromAsync(follower.engine.compareWithFreshFold(['shops']));
      await until(() => hasBegun);
      await leader.engine.rebuild('shops');
      const before = leader.store.collection<Shop>({ name: 'shops@1.1', indexes: ['name'] });
      await until(async () => (await before.count({})) === 0);
      follower.thaw();
      expect(await comparing).toEqual([]);
    });

    test('a comparison with a fresh fold can be made in a process that does not lead', async () => {
      const { startProcess, fill } = await openPlace();
      (await startProcess()).lead();
      const follower = await startProcess();
      await follower.engine.whenReady();
      await follower.engine.waitFor(fill(300), { timeoutMs: 20_000 });
      let isOver = false;
      const pouring = (async () => {
        while (!isOver) {
          fill(1);
          await pause(25);
        }
      })();
      expect(await Array.fromAsync(follower.engine.compareWithFreshFold(['shops']))).toEqual([]);
      isOver = true;
      await pouring;
    });
  });
}
