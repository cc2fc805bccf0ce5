import { afterEach, expect, test } from 'vitest';
import { MemoryLog } from '../../test/support/memory-log.ts';
import { openReadModels, type ReadModels, removeReadModels } from '../../test/support/read-models.ts';
import { closed, opened, plainFold, type Shop, type ShopEvent, shops, sold } from '../../test/support/shop.ts';
import type { Collection, CollectionSpec, Document, DocumentStore } from '../document-store/port.ts';
import type { Engine, EngineOptions } from './contract.ts';
import { ReadModelNotReady } from './contract.ts';
import { createEngine } from './engine.ts';
import { CHECKPOINT_ID, generationName, openCollection } from './generation.ts';
import { type AnyProjection, projection } from './projection.ts';
import { rebuild } from './rebuild.ts';
import type { ProjectionStatus, RebuildProgress } from './status.ts';
import { visible } from './visible.ts';

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

async function readModels(): Promise<ReadModels> {
  const models = await openReadModels();
  cleanUp.push(async () => {
    await models.close();
    await removeReadModels(models);
  });
  return models;
}

async function startEngine(
  log: MemoryLog,
  models: ReadModels,
  projections: readonly AnyProjection[] = [shops],
  options: Partial<EngineOptions> = {},
): Promise<Engine> {
  const engine = createEngine({ log, readModels: models.store, projections, ...options });
  cleanUp.push(() => engine.stop());
  await engine.start();
  engine.lead(new AbortController().signal);
  await engine.whenServing();
  return engine;
}

const all = async (engine: Engine, name = 'shops') => {
  const { documents } = await engine.collection<Shop>({ name }).find({});
  return new Map(documents.map((document) => [document._id, document]));
};

const statusOf = async (engine: Engine, name: string): Promise<ProjectionStatus> => {
  const status = (await engine.status()).projections.find((one) => one.name === name);
  if (!status) throw new Error(`no ${name}`);
  return status;
};

function longLog(count: number, log = new MemoryLog()): MemoryLog {
  for (let n = 0; n < count; n += 1) {
    const shop = `shop-${n % 97}`;
    const isNew = n < 97;
    log.append(shop, isNew ? opened(`shop ${n}`) : n % 500 === 0 ? closed : n % 500 === 97 ? opened('again') : sold(n));
  }
  return log;
}

interface Count {
  readonly _id: string;
  readonly _pos?: bigint;
  readonly count: number;
}

function counting(fails: (event: ShopEvent) => boolean = () => false, version = 1) {
  const add = (document: Count | undefined, event: ShopEvent): Count => {
    if (fails(event)) throw new RangeError('cannot count that');
    return { _id: 'all', count: (document?.count ?? 0) + 1 };
  };
  return projection<Count, ShopEvent>({
    name: 'counts',
    version,
    indexes: [],
    id: () => 'all',
    streams: () => [],
    on: { Opened: add, Sold: add },
  });
}

test('an appended event can be read once its position is reached', async () => {
  const log = new MemoryLog();
  const engine = await startEngine(log, await readModels());
  log.append('shop-a', opened('Corner'));
  const { position } = log.append('shop-a', sold(5));
  expect(await engine.waitFor(position)).toBe('reached');
  expect(await engine.collection<Shop>(shops).get('a')).toMatchObject({ name: 'Corner', amounts: [5] });
  expect(await engine.waitFor(99n, { timeoutMs: 5 })).toBe('stale');
});

test('read models survive a restart and continue', async () => {
  const log = longLog(700);
  const models = await readModels();
  const first = await startEngine(log, models);
  await first.stop();
  longLog(300, log);
  const second = await startEngine(log, models);
  await second.whenReady();
  expect(await all(second)).toEqual(plainFold(log.events));
  expect(await statusOf(second, 'shops')).toMatchObject({ generation: 'shops@1.1', state: 'live', lag: 0 });
});

test('read models far behind are caught up like a rebuild, each event once, and continue', async () => {
  const log = longLog(300);
  const models = await readModels();
  const projections = [shops, counting()];
  const first = await startEngine(log, models, projections);
  await first.whenReady();
  await first.stop();
  longLog(9000, log);
  const rebuilt: string[] = [];
  const second = await startEngine(log, models, projections, {
    rebuilder: async (builds, onProgress, signal) => {
      rebuilt.push(...builds.map(({ generation }) => generation));
      await rebuild({ source: log, store: models.store, projections, builds, onProgress, signal });
    },
  });
  const { position } = log.append('shop-1', sold(1));
  await second.whenReady();
  expect(await second.waitFor(position)).toBe('reached');
  expect(rebuilt).toEqual(['shops@1.1', 'counts@1.1']);
  expect(await all(second)).toEqual(plainFold(log.events));
  expect(await statusOf(second, 'shops')).toMatchObject({ generation: 'shops@1.1', state: 'live', lag: 0 });
});

test('read models far behind are caught up page by page where no rebuild is possible', async () => {
  const log = longLog(300);
  const models = await readModels();
  const first = await startEngine(log, models);
  await first.whenReady();
  await first.stop();
  longLog(9000, log);
  const problems: string[] = [];
  const second = await startEngine(log, models, [shops], {
    rebuilder: async () => {
      throw new Error('no thread');
    },
    onProblem: (message) => problems.push(message),
  });
  await second.whenReady();
  expect(problems).toEqual(['Read models that are far behind catch up page by page']);
  expect(await all(second)).toEqual(plainFold(log.events));
});

test('a process that stops leading writes nothing more, and may lead again', async () => {
  const log = longLog(300);
  const models = await readModels();
  const engine = createEngine({ log, readModels: models.store, projections: [shops] });
  cleanUp.push(() => engine.stop());
  await engine.start();
  for (let round = 1; round < 4; round += 1) {
    const leading = new AbortController();
    const led = engine.lead(leading.signal);
    await expect(engine.lead(leading.signal)).rejects.toThrow('This process leads already');
    await engine.whenReady();
    longLog(50, log);
    expect(await engine.waitFor(BigInt(log.events.length))).toBe('reached');
    leading.abort();
    await led;
    const checkpoint = await openCollection(models.store, 'shops@1.1', { indexes: ['name'] }).get(CHECKPOINT_ID);
    expect(checkpoint).toMatchObject({ _pos: BigInt(log.events.length) });
    longLog(50, log);
    expect(await engine.waitFor(BigInt(log.events.length), { timeoutMs: 20 })).toBe('stale');
    await expect(engine.rebuild('shops')).rejects.toThrow('does not lead');
  }
});

test('a checkpoint is saved at most twice a second, and last when the engine stops', async () => {
  const log = new MemoryLog();
  const models = await readModels();
  const engine = await startEngine(log, models, [shops]);
  const checkpointOf = async () =>
    (await openCollection(models.store, 'shops@1.1', { indexes: ['name'] }).get(CHECKPOINT_ID))?._pos;
  const saved = new Set<bigint | undefined>();
  const began = performance.now();
  for (let n = 1; n <= 100; n += 1) {
    const { position } = log.append('shop-a', n === 1 ? opened('A') : sold(n));
    expect(await engine.waitFor(position)).toBe('reached');
    saved.add(await checkpointOf());
  }
  expect(saved.size).toBeLessThanOrEqual(2 + Math.ceil((performance.now() - began) / 500));
  await engine.stop();
  expect(await checkpointOf()).toBe(100n);
});

test('a document that cannot take an event is quarantined alone, until a rebuild with a corrected fold', async () => {
  const log = new MemoryLog();
  const models = await readModels();
  const poisoned = counting((event) => event.type === 'Sold' && event.data.amount === 13);
  const problems: string[] = [];
  const onProblem = (message: string) => problems.push(message);
  const engine = await startEngine(log, models, [shops, poisoned], { onProblem });
  log.append('shop-a', opened('A'));
  log.append('shop-a', sold(1));
  const bad = log.append('shop-a', sold(13));
  const { position } = log.append('shop-a', sold(2));

  expect(await engine.waitFor(position)).toBe('reached');
  const document = {
    id: 'all',
    position: '3',
    eventType: 'Sold',
    eventId: bad.id,
    error: 'RangeError: cannot count that',
    missed: 1,
  };
  const quarantined = { count: 1, documents: [document] };
  expect(await statusOf(engine, 'counts')).toMatchObject({ state: 'live', lag: 0, fault: null, quarantined });
  expect(await engine.collection({ name: 'counts' }).get('all')).toEqual({ _id: 'all', count: 2, _pos: 4n });
  expect(problems).toEqual(['counts has quarantined all at Sold (position 3)']);
  expect(await Array.fromAsync(engine.compareWithFreshFold(['counts']))).toEqual([]);

  await engine.stop();
  const again = await startEngine(log, models, [shops, poisoned]);
  await again.whenReady();
  expect(await statusOf(again, 'counts')).toMatchObject({ state: 'live', quarantined });
  await again.rebuild('counts');
  expect(await statusOf(again, 'counts')).toMatchObject({ state: 'live', generation: 'counts@1.3', quarantined });
  await again.stop();
  const mended = await startEngine(log, models, [shops, counting()]);
  expect(await mended.waitFor(position)).toBe('reached');
  expect(await Array.fromAsync(mended.compareWithFreshFold(['counts']))).toMatchObject([
    { id: 'all', isQuarantined: true },
  ]);
  await mended.rebuild('counts');
  expect(await mended.collection({ name: 'counts' }).get('all')).toMatchObject({ count: 4 });
  expect(await statusOf(mended, 'counts')).toMatchObject({ quarantined: { count: 0, documents: [] } });
});

test('a read model that a version without quarantine left faulted continues', async () => {
  const log = new MemoryLog();
  const models = await readModels();
  const poisoned = counting((event) => event.type === 'Sold' && event.data.amount === 13);
  log.append('shop-a', opened('A'));
  const first = await startEngine(log, models, [poisoned]);
  await first.whenReady();
  await first.stop();
  const collection = openCollection(models.store, 'counts@1.1', { indexes: [] });
  const { quarantined: _, ...checkpoint } = (await collection.get(CHECKPOINT_ID)) as Record<string, unknown>;
  await collection.replace({ ...checkpoint, _id: CHECKPOINT_ID, _pos: 1n });
  log.append('shop-a', sold(13));
  const { position } = log.append('shop-a', sold(1));
  const second = await startEngine(log, models, [poisoned]);
  await second.whenReady();
  expect(await second.waitFor(position)).toBe('reached');
  expect(await statusOf(second, 'counts')).toMatchObject({ state: 'live', quarantined: { count: 1 } });
});

test('a document that no store accepts is quarantined, also one that grew beyond 16 MB', async () => {
  const log = new MemoryLog();
  const unheardOf = (): Count => ({ _id: 'all', count: Number.NaN });
  const odd = projection<Count, ShopEvent>({ ...counting(), name: 'odd', on: { Sold: unheardOf } });
  const growing = projection<Shop, ShopEvent>({
    ...shops,
    name: 'growing',
    on: {
      ...shops.on,
      Sold: (shop) => shop && { ...shop, name: shop.name + shop.name },
    },
  });
  const engine = await startEngine(log, await readModels(), [shops, odd, growing]);
  log.append('shop-a', opened('é'.repeat(5_000_000)));
  log.append('shop-b', opened('B'));
  log.append('shop-a', sold(1));
  const { position } = log.append('shop-b', sold(1));
  expect(await engine.waitFor(position, { timeoutMs: 20_000 })).toBe('reached');
  expect(await statusOf(engine, 'odd')).toMatchObject({ state: 'live', quarantined: { count: 1 } });
  const { quarantined } = await statusOf(engine, 'growing');
  expect(quarantined).toMatchObject({
    count: 1,
    documents: [{ id: 'a', position: '3', error: 'Unstorable: a is larger than 16 MB' }],
  });
  expect(await engine.collection<Shop>(growing).get('b')).toMatchObject({ name: 'BB' });
});

test('an event whose document cannot be named is quarantined under its stream', async () => {
  const log = new MemoryLog();
  const lost = projection<Count, ShopEvent>({
    ...counting(),
    name: 'lost',
    id: () => {
      throw new RangeError('nowhere');
    },
  });
  const engine = await startEngine(log, await readModels(), [shops, lost]);
  log.append('shop-a', opened('A'));
  const { position } = log.append('shop-a', sold(1));
  expect(await engine.waitFor(position)).toBe('reached');
  expect((await statusOf(engine, 'lost')).quarantined).toMatchObject({
    count: 1,
    documents: [{ id: '$stream:shop-a', position: '1', error: 'RangeError: nowhere', missed: 1 }],
  });
  expect((await engine.collection({ name: 'lost' }).find({})).documents).toEqual([]);
});

test('a read model with a damaged file stops alone, and a rebuild restores it', async () => {
  const log = new MemoryLog();
  const models = await readModels();
  const damaged: DocumentStore = {
    ...models.store,
    collection<Doc extends Document>(spec: CollectionSpec): Collection<Doc> {
      const collection = models.store.collection<Doc>(spec);
      const getMany: typeof collection.getMany = async (ids) => {
        if (spec.name === 'counts@1.1') throw new Error('database disk image is malformed');
        return collection.getMany(ids);
      };
      return { ...collection, getMany };
    },
  };
  const problems: string[] = [];
  const onProblem = (message: string) => problems.push(message);
  const engine = await startEngine(log, { ...models, store: damaged }, [shops, counting()], { onProblem });
  const bad = log.append('shop-a', opened('A'));
  const { position } = log.append('shop-a', sold(1));
  expect(await engine.waitFor(position, { collections: ['shops'] })).toBe('reached');
  expect(await engine.waitFor(position, { timeoutMs: 60_000 })).toBe('stale');
  expect(await statusOf(engine, 'counts')).toMatchObject({
    state: 'faulted',
    fault: { position: '1', eventType: 'Opened', eventId: bad.id, error: 'Error: database disk image is malformed' },
  });
  expect(problems).toEqual(['counts has stopped at Opened (position 1)']);
  await engine.rebuild('counts');
  expect(await engine.waitFor(position)).toBe('reached');
  expect(await engine.collection({ name: 'counts' }).get('all')).toMatchObject({ count: 2 });
});

test.each([
  ['another log', (log: MemoryLog) => Object.assign(log, { storeId: 'another' })],
  ['a log that ends before them', (log: MemoryLog) => log.rewindTo(5)],
  [
    'a log that was rewound and has grown since',
    (log: MemoryLog) => {
      log.rewindTo(5);
      longLog(30, log);
    },
  ],
])('read models of %s are rebuilt before anyone reads them', async (_, change) => {
  const log = longLog(20);
  const models = await readModels();
  const first = await startEngine(log, models);
  await first.waitFor(20n);
  await first.stop();
  change(log);
  const second = await startEngine(log, models);
  expect(await all(second)).toEqual(plainFold(log.events));
  expect(await statusOf(second, 'shops')).toMatchObject({ generation: 'shops@1.2' });
});

test('a new version is built beside the old one, which serves until then', async () => {
  const log = longLog(100);
  const models = await readModels();
  const old = await startEngine(log, models, [counting()]);
  await old.waitFor(100n);
  await old.stop();
  longLog(3000, log);

  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const projections = [counting(() => false, 2)];
  const engine = await startEngine(log, models, projections, {
    rebuilder: async (builds, onProgress, signal) => {
      await held;
      await rebuild({ source: log, store: models.store, projections, builds, onProgress, signal });
    },
  });
  expect(await engine.collection({ name: 'counts' }).get('all')).toMatchObject({ _pos: 100n });
  expect(await statusOf(engine, 'counts')).toMatchObject({ state: 'building', generation: 'counts@1.1' });
  expect(await engine.waitFor(100n, { timeoutMs: 60_000 })).toBe('stale');
  release();
  await engine.whenReady();
  expect(await statusOf(engine, 'counts')).toMatchObject({ state: 'live', generation: 'counts@2.2', position: '3100' });
});

test('reading before the first build says that it is not ready', async () => {
  const log = longLog(3000);
  const engine = await startEngine(log, await readModels(), [shops], { rebuilder: () => new Promise(() => {}) });
  cleanUp.pop();
  await expect(engine.collection(shops).get('1')).rejects.toThrow(ReadModelNotReady);
});

test('a rebuild while events arrive equals a plain fold, and concurrent reads are always correct', async () => {
  const log = longLog(5000);
  const models = await readModels();
  const engine = await startEngine(log, models, [shops, counting()], { retireAfterMs: 0 });
  await engine.whenReady();
  let isOver = false;
  const reads = (async () => {
    let count = 0;
    while (!isOver) {
      const one = await engine.collection<Shop>(shops).get('1');
      if (one?.name !== 'shop 1' && one?.name !== 'again') throw new Error(`wrong answer ${JSON.stringify(one)}`);
      count += 1;
      if (count % 50 === 0) log.append('shop-1', sold(count));
      await new Promise(setImmediate);
    }
    return count;
  })();
  const reports: RebuildProgress[] = [];
  await engine.rebuild('all', (progress) => reports.push(progress));
  isOver = true;
  expect(await reads).toBeGreaterThan(5);
  expect(reports.at(-1)).toMatchObject({ share: 1, etaMs: 0 });
  await engine.waitFor(BigInt(log.events.length));
  expect(await all(engine)).toEqual(plainFold(log.events));
  expect(await statusOf(engine, 'shops')).toMatchObject({ generation: 'shops@1.2', state: 'live' });
  expect(await statusOf(engine, 'counts')).toMatchObject({ generation: 'counts@1.2', state: 'live' });
});

test('a stopped rebuild continues where it was', async () => {
  const log = longLog(6000);
  const { store } = await readModels();
  const builds = [{ projection: 'shops', generation: generationName('shops', 1, 7) }];
  const stopping = new AbortController();
  const interrupted = new Proxy(log, {
    get: (target, member) =>
      member === 'readAll'
        ? (options: { after: bigint; limit: number }) => {
            if (options.after >= 3000n) stopping.abort();
            return target.readAll(options);
          }
        : Reflect.get(target, member),
  });
  const options = { store, projections: [shops], builds, onProgress: () => {} };
  await expect(rebuild({ ...options, source: interrupted, signal: stopping.signal })).rejects.toThrow();
  const read: bigint[] = [];
  const watched = new Proxy(log, {
    get: (target, member) =>
      member === 'readAll'
        ? (page: { after: bigint; limit: number }) => {
            read.push(page.after);
            return target.readAll(page);
          }
        : Reflect.get(target, member),
  });
  await rebuild({ ...options, source: watched, signal: new AbortController().signal });
  expect(read[0]).toBeGreaterThanOrEqual(2000n);
  const { documents } = await visible<Shop>(openCollection(store, 'shops@1.7', { indexes: ['name'] })).find({});
  expect(new Map(documents.map((document) => [document._id, document]))).toEqual(plainFold(log.events));
});

test('a rebuild that crashed between its writes and their checkpoint is repeated over them', async () => {
  const log = longLog(1500);
  const { store } = await readModels();
  const builds = [{ projection: 'shops', generation: 'shops@1.8' }];
  const signal = new AbortController().signal;
  const options = { source: log, store, projections: [shops], builds, onProgress: () => {}, signal };
  await rebuild(options);
  const collection = openCollection(store, 'shops@1.8', { indexes: ['name'] });
  const checkpoint = await collection.get(CHECKPOINT_ID);
  await collection.replace({ ...checkpoint, _id: CHECKPOINT_ID, _pos: 0n, last: null });
  longLog(200, log);
  await rebuild(options);
  const { documents } = await visible<Shop>(collection).find({});
  expect(new Map(documents.map((document) => [document._id, document]))).toEqual(plainFold(log.events));
});

test('a rebuild beside requests holds few documents, reads others again, and equals a plain fold', async () => {
  const log = new MemoryLog();
  const shopsThere = 10_000;
  for (let n = 0; n < 3 * shopsThere; n += 1) {
    const event = n < shopsThere ? opened(`shop ${n}`) : n % 7 === 0 ? closed : sold(n);
    log.append(`shop-${n % shopsThere}`, event);
  }
  const { store } = await readModels();
  const again = new Set<string>();
  const watched: DocumentStore = {
    ...store,
    collection<Doc extends Document>(spec: CollectionSpec): Collection<Doc> {
      const collection = store.collection<Doc>(spec);
      return {
        ...collection,
        getMany(ids) {
          for (const id of ids) again.add(id);
          return collection.getMany(ids);
        },
      };
    },
  };
  await rebuild({
    source: log,
    store: watched,
    projections: [shops],
    builds: [{ projection: 'shops', generation: 'shops@1.9' }],
    onProgress: () => {},
    signal: new AbortController().signal,
    standAside: async () => true,
  });
  expect(again.size).toBe(shopsThere);
  const { documents } = await visible<Shop>(openCollection(store, 'shops@1.9', { indexes: ['name'] })).find({});
  expect(new Map(documents.map((document) => [document._id, document]))).toEqual(plainFold(log.events));
});

test('as of a position, a document has its former state', async () => {
  const log = new MemoryLog();
  const engine = await startEngine(log, await readModels());
  // The clocks of two processes may differ.
  const openedAt = log.append('shop-a', opened('A'), '2026-01-02T00:00:00.000Z').position;
  const between = log.append('shop-b', opened('B'), '2026-01-09T00:00:00.000Z').position;
  const soldAt = log.append('shop-a', sold(1), '2026-01-03T00:00:00.000Z').position;
  const closedAt = log.append('shop-a', closed, '2026-01-04T00:00:00.000Z').position;
  expect(await engine.asOf<Shop>(shops, 'a', openedAt - 1n)).toBeUndefined();
  expect(await engine.asOf<Shop>(shops, 'a', between)).toMatchObject({ amounts: [] });
  expect(await engine.asOf<Shop>(shops, 'a', soldAt)).toMatchObject({ amounts: [1] });
  expect(await engine.asOf<Shop>(shops, 'a', closedAt)).toBeUndefined();
});

test('as of a version, a document has its former state, however soon the next event followed', async () => {
  const log = new MemoryLog();
  const engine = await startEngine(log, await readModels());
  const at = '2026-01-01T00:00:00.000Z';
  log.append('shop-a', opened('A'), at);
  log.append('shop-b', opened('B'), at);
  log.append('shop-a', sold(1), at);
  log.append('shop-a', sold(2), at);
  expect(await engine.asOf<Shop>(shops, 'a', 0)).toMatchObject({ amounts: [] });
  expect(await engine.asOf<Shop>(shops, 'a', 1)).toMatchObject({ amounts: [1] });
  expect(await engine.asOf<Shop>(shops, 'a', 2)).toMatchObject({ amounts: [1, 2] });
  expect(await engine.asOf<Shop>(shops, 'a', 3)).toBeUndefined();
});

test('a comparison with a fresh fold names different documents and members, and leaves nothing behind', async () => {
  const log = longLog(600);
  const models = await readModels();
  const engine = await startEngine(log, models);
  const compare = () => Array.fromAsync(engine.compareWithFreshFold(['shops']));
  expect(await compare()).toEqual([]);

  const generation = openCollection(models.store, 'shops@1.1', { indexes: ['name'] });
  const [damaged, lost] = (await engine.collection<Shop>(shops).find({}, { limit: 2 })).documents as [Shop, Shop];
  await generation.replace({ ...damaged, name: 'not this' });
  await generation.delete(lost._id);
  expect(await compare()).toEqual([
    { projection: 'shops', id: damaged._id, members: ['name'], isQuarantined: false },
    {
      projection: 'shops',
      id: lost._id,
      members: expect.arrayContaining(['_id', 'amounts', 'name']),
      isQuarantined: false,
    },
  ]);
  await engine.rebuild('shops');
  expect(await compare()).toEqual([]);
});

test('it names the projections that a command waits for', async () => {
  const engine = createEngine({
    log: new MemoryLog(),
    readModels: (await readModels()).store,
    projections: [shops, counting()],
  });
  expect(engine.handling(['Moved', 'Unheard'])).toEqual(['shops']);
  expect(engine.handling(['Sold'])).toEqual(['shops', 'counts']);
});
