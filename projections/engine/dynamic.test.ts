import { afterEach, expect, test, vi } from 'vitest';
import { MemoryLog } from '../../test/support/memory-log.ts';
import { openReadModels, type ReadModels, removeReadModels } from '../../test/support/read-models.ts';
import { opened, plainFold, type Shop, type ShopEvent, shops, sold } from '../../test/support/shop.ts';
import { type BuildReport, type Engine, type EngineOptions, ReadModelNotReady, type Rebuilder } from './contract.ts';
import { createEngine } from './engine.ts';
import { type AnyProjection, type Projection, projection } from './projection.ts';
import { rebuild } from './rebuild.ts';
import type { ProjectionStatus } from './status.ts';

/** Tolerance for a busy machine. */
const POLL = { timeout: 20_000, interval: 5 };

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

async function start(log: MemoryLog, models: ReadModels, options: Partial<EngineOptions> = {}) {
  const builds: BuildReport[] = [];
  const shared = { log, readModels: models.store, projections: [], isShared: true, name: 'dynamic', retireAfterMs: 20 };
  const leader = createEngine({ ...shared, onBuild: (build) => builds.push(build), ...options });
  const problems: string[] = [];
  const reader = createEngine({ ...shared, isReader: true, onProblem: (problem) => problems.push(problem) });
  for (const engine of [leader, reader]) cleanUp.push(() => engine.stop());
  await leader.start();
  const stopping = new AbortController();
  const ended = leader.lead(stopping.signal, (await leader.newestTerm()) + 1);
  await leader.whenServing();
  await reader.start();
  const want = (...projections: AnyProjection[]) => {
    for (const engine of [leader, reader]) engine.reconcile(projections);
  };
  const stop = async () => {
    stopping.abort();
    await ended;
  };
  return { leader, reader, builds, problems, want, stop };
}

const statusOf = async (engine: Engine, name: string): Promise<ProjectionStatus | undefined> =>
  (await engine.status()).projections.find((one) => one.name === name);
const whenLive = (engine: Engine, ...names: string[]) =>
  vi.waitFor(async () => {
    for (const name of names) expect(await statusOf(engine, name)).toMatchObject({ state: 'live', lag: 0 });
  }, POLL);

interface Count {
  readonly _id: string;
  readonly _pos?: bigint;
  readonly count: number;
}

function counting(name: string, more: Partial<Projection<Count, ShopEvent>> = {}): AnyProjection {
  return projection<Count, ShopEvent>({
    name,
    version: 1,
    indexes: [],
    id: () => 'all',
    streams: () => [],
    on: { Sold: (document, _) => ({ _id: 'all', count: (document?.count ?? 0) + 1 }) },
    ...more,
  });
}

const perShop: Partial<Projection<Count, ShopEvent>> = {
  on: {
    Sold: {
      id: ({ stream }) => stream,
      fold: (document, _, id) => ({ _id: id, count: (document?.count ?? 0) + 1 }),
    },
  },
};

const countIn = async (engine: Engine, name: string, id = 'all') =>
  (await engine.collection<Count>({ name }).get(id))?.count;

function fill(log: MemoryLog, count: number): bigint {
  let position = 0n;
  for (let n = 0; n < count; n += 1) {
    const shop = `shop-${log.events.length % 23}`;
    position = log.append(shop, log.events.length < 23 ? opened(shop) : sold(n)).position;
  }
  return position;
}

test('projections can be added at run time; those that wait are built in one pass and then follow the log', async () => {
  const log = new MemoryLog();
  fill(log, 3000);
  const { leader, reader, builds, want } = await start(log, await readModels());
  want(counting('one'));
  want(counting('one'), counting('two'), shops);
  await whenLive(reader, 'one', 'two', 'shops');
  const passes = builds.filter(({ state }) => state === 'begun').map(({ projections }) => projections);
  expect(passes).toEqual([['one'], ['two', 'shops']]);
  const position = fill(log, 40);
  expect(await reader.waitFor(position)).toBe('reached');
  expect(await countIn(reader, 'one')).toBe(3040 - 23);
  const { documents } = await reader.collection<Shop>(shops).find({});
  expect(new Map(documents.map((document) => [document._id, document]))).toEqual(plainFold(log.events));
  expect((await statusOf(leader, 'two'))?.generation).toBe('dynamic.two@1.1');
});

test('one that cannot be built backs off alone, and delays neither the others nor a new one', async () => {
  const log = new MemoryLog();
  fill(log, 100);
  const models = await readModels();
  const projections: AnyProjection[] = [counting('bad'), counting('good'), counting('late')];
  const rebuilder: Rebuilder = async (builds, onProgress, signal) => {
    if (builds.some((build) => build.projection === 'bad')) throw new Error('no such case');
    await rebuild({ source: log, store: models.store, projections, builds, onProgress, signal });
  };
  const { reader, builds, want } = await start(log, models, { rebuilder });
  want(...projections.slice(0, 2));
  await whenLive(reader, 'good');
  want(...projections);
  await whenLive(reader, 'late');
  const passes = builds.filter(({ state }) => state === 'begun').map((build) => build.projections);
  expect(passes).toEqual([['bad', 'good'], ['bad'], ['good'], ['late']]);
});

test('a removed projection is dropped and can come back; the others continue', async () => {
  const log = new MemoryLog();
  fill(log, 100);
  const models = await readModels();
  const { reader, want } = await start(log, models);
  want(counting('one'), counting('two'));
  await whenLive(reader, 'one', 'two');
  want(counting('two'));
  await expect(reader.collection({ name: 'two' }).get('all')).resolves.toBeDefined();
  expect(() => reader.collection({ name: 'one' })).toThrow('There is no projection one');
  const catalogue = models.store.collection<{ _id: string }>({ name: 'dynamic.projections', indexes: [] });
  const dropped = models.store.collection<{ _id: string }>({ name: 'dynamic.one@1.1', indexes: [] });
  await vi.waitFor(async () => expect(await catalogue.get('one')).toBeUndefined(), POLL);
  expect(await dropped.count({})).toBe(0);
  expect(await reader.waitFor(fill(log, 10))).toBe('reached');
  want(counting('one'), counting('two'));
  await whenLive(reader, 'one', 'two');
  expect(await countIn(reader, 'one')).toBe(110 - 23);
});

test('leftovers of an earlier run are dropped; wanted projections continue without a build', async () => {
  const log = new MemoryLog();
  fill(log, 100);
  const models = await readModels();
  const first = await start(log, models);
  first.want(counting('one'), counting('two'));
  await whenLive(first.reader, 'one', 'two');
  await first.stop();
  fill(log, 10);
  const second = await start(log, models, { projections: [counting('two')] });
  second.want(counting('two'));
  await whenLive(second.reader, 'two');
  expect(await countIn(second.reader, 'two')).toBe(110 - 23);
  expect(second.builds).toEqual([]);
  const catalogue = models.store.collection<{ _id: string }>({ name: 'dynamic.projections', indexes: [] });
  await vi.waitFor(async () => expect(await catalogue.get('one')).toBeUndefined(), POLL);
});

test('a new version is built beside the old one, which serves until then', async () => {
  const log = new MemoryLog();
  fill(log, 100);
  let release = () => {};
  const held = new Promise<boolean>((resolve) => {
    release = () => resolve(false);
  });
  let isHeld = false;
  const { reader, want } = await start(log, await readModels(), { standAside: async () => isHeld && held });
  want(counting('one'));
  await whenLive(reader, 'one');
  isHeld = true;
  const twice = { ...counting('one', { version: 2 }), on: { Sold: () => ({ _id: 'all', count: 1000 }) } };
  want(twice);
  expect(await countIn(reader, 'one')).toBe(77);
  await vi.waitFor(async () => expect(await statusOf(reader, 'one')).toMatchObject({ state: 'building' }), POLL);
  expect(await countIn(reader, 'one')).toBe(77);
  release();
  await whenLive(reader, 'one');
  expect(await countIn(reader, 'one')).toBe(1000);
});

test('a projection of one organization sees only its events, and erasures of people that it knows', async () => {
  const log = new MemoryLog();
  const append = (stream: string, type: string, organizationId: string | null) => {
    const event = log.append(stream, { type, data: {} });
    log.events[Number(event.position) - 1] = { ...event, metadata: { ...event.metadata, organizationId } };
  };
  const fold = { id: ({ stream }: { stream: string }) => stream };
  const known = (name: string, organization?: string): AnyProjection => ({
    name,
    version: 1,
    indexes: [],
    id: ({ stream }) => stream,
    streams: () => [],
    ...(organization !== undefined && { organization }),
    on: {
      Sold: (_: unknown, { stream }: { stream: string }) => ({ _id: stream, person: 'Ada' }),
      PersonalDataErased: { ...fold, fold: (_: unknown, __: unknown, id: string) => ({ _id: id, person: null }) },
    },
  });
  append('shop-a', 'Sold', 'north');
  append('shop-b', 'Sold', 'south');
  append('shop-c', 'Sold', null);
  const { reader, want } = await start(log, await readModels());
  want(known('north', 'north'), known('south', 'south'), known('all'));
  await whenLive(reader, 'north', 'south', 'all');
  const people = async (name: string) => {
    const { documents } = await reader.collection<{ _id: string; person: string | null }>({ name }).find({});
    return documents.map(({ _id, person }) => [_id, person]);
  };
  expect(await people('north')).toEqual([['shop-a', 'Ada']]);
  expect(await people('south')).toEqual([['shop-b', 'Ada']]);
  expect(await people('all')).toHaveLength(3);
  append('shop-a', 'PersonalDataErased', null);
  append('shop-b', 'Sold', 'north');
  await reader.waitFor(BigInt(log.events.length));
  expect(await people('north')).toEqual([
    ['shop-a', null],
    ['shop-b', 'Ada'],
  ]);
  expect(await people('south')).toEqual([['shop-b', 'Ada']]);
});

test('a projection up to a position never sees later events', async () => {
  const log = new MemoryLog();
  const until = fill(log, 60);
  fill(log, 60);
  const { reader, want } = await start(log, await readModels());
  want(counting('past', { until }), counting('now'));
  await whenLive(reader, 'past', 'now');
  await reader.waitFor(fill(log, 5));
  expect(await countIn(reader, 'past')).toBe(60 - 23);
  expect(await countIn(reader, 'now')).toBe(125 - 23);
});

test.each([
  ['while it is built', 500, 0],
  ['later', 27, 500],
])('a projection with too many documents stops alone, %s', async (_, before, after) => {
  const log = new MemoryLog();
  fill(log, before);
  const { reader, want } = await start(log, await readModels());
  want(counting('many', { ...perShop, maxDocuments: 10 }), counting('few', { ...perShop, maxDocuments: 30 }));
  await whenLive(reader, 'few');
  fill(log, after);
  await vi.waitFor(
    async () =>
      expect(await statusOf(reader, 'many')).toMatchObject({
        state: 'faulted',
        fault: { error: 'RangeError: It would have more than 10 documents' },
      }),
    POLL,
  );
  expect(await reader.waitFor(fill(log, 5), { collections: ['few'] })).toBe('reached');
  expect((await reader.collection({ name: 'many' }).find({})).documents.length).toBeLessThanOrEqual(10);
});

test('a stopped projection says why and serves what it had, until another version is added', async () => {
  const log = new MemoryLog();
  fill(log, 100);
  const { reader, want } = await start(log, await readModels());
  want(counting('one'));
  await whenLive(reader, 'one');
  const fault = { position: '100', eventType: 'Sold', eventId: 'x', error: 'took too long' };
  const stopped = (name: string) => counting(name, { stopped: fault });
  want(stopped('one'), stopped('two'), counting('three'));
  await whenLive(reader, 'three');
  await vi.waitFor(async () => expect(await statusOf(reader, 'one')).toMatchObject({ state: 'faulted', fault }), POLL);
  await reader.waitFor(fill(log, 10));
  expect(await countIn(reader, 'one')).toBe(77);
  await vi.waitFor(async () => expect(await statusOf(reader, 'two')).toMatchObject({ state: 'faulted', fault }), POLL);
  await expect(reader.collection({ name: 'two' }).get('all')).rejects.toThrow(ReadModelNotReady);
  want(counting('one', { version: 2 }), counting('two', { version: 2 }), counting('three'));
  await whenLive(reader, 'one', 'two', 'three');
  expect(await countIn(reader, 'one')).toBe(87);
});

test('the report of a stopped projection names its event, or none if it has read none', async () => {
  const log = new MemoryLog();
  fill(log, 10);
  const { problems, want } = await start(log, await readModels());
  const fault = { position: '5', eventType: 'Sold', eventId: 'x', error: 'took too long' };
  const unread = { position: '0', eventType: '', eventId: '', error: 'exports no projection' };
  want(counting('one', { stopped: fault }), counting('two', { stopped: unread }));
  await vi.waitFor(
    () => expect(problems.toSorted()).toEqual(['one has stopped at Sold (position 5)', 'two has stopped']),
    POLL,
  );
});

test('removing a projection during its build does not block its callers', async () => {
  const log = new MemoryLog();
  fill(log, 100);
  let held: Promise<boolean> | null = new Promise(() => {});
  const { reader, want } = await start(log, await readModels(), {
    rebuilder: (_, __, signal) =>
      held
        ? new Promise((___, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        : Promise.reject(new Error('another try')),
  });
  fill(log, 2000);
  want(counting('one'));
  await vi.waitFor(async () => expect(await statusOf(reader, 'one')).toMatchObject({ state: 'building' }), POLL);
  held = null;
  want();
  expect((await reader.status()).projections).toEqual([]);
  expect(await reader.waitFor(fill(log, 5))).toBe('reached');
});
