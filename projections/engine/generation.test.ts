import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MemoryLog } from '../../test/support/memory-log.ts';
import { openReadModels, type ReadModels, removeReadModels } from '../../test/support/read-models.ts';
import {
  closed,
  moved,
  opened,
  pickyShops,
  plainFold,
  type Shop,
  type ShopEvent,
  shops,
  sold,
  UNFOLDABLE,
  UNSTORABLE,
} from '../../test/support/shop.ts';
import type { Collection, CollectionSpec, Document, DocumentStore } from '../document-store/port.ts';
import { foldAsOf } from './as-of.ts';
import type { RecordedEvent } from './event-source.ts';
import { Generation } from './generation.ts';
import { routeAll } from './routing.ts';
import { visible } from './visible.ts';
import { WorkingSet } from './working-set.ts';

let models: ReadModels;
let runs = 0;
beforeAll(async () => {
  models = await openReadModels();
});
afterAll(async () => {
  await models.close();
  await removeReadModels(models);
});

const shopId = fc.constantFrom('a', 'b', 'c');
const happening = fc.tuple(
  shopId,
  fc.oneof(
    fc.constant<ShopEvent>(opened('new')),
    fc.nat(99).map(sold),
    fc.tuple(shopId, fc.nat(99)).map(([to, amount]) => moved(to, amount)),
    fc.constant(closed),
  ),
);
/** Events of the next batch, and what a crash loses before its checkpoint. */
const batch = fc.record({ size: fc.integer({ min: 1, max: 6 }), crash: fc.constantFrom('no', 'checkpoint', 'writes') });

async function writeAllButOne(generation: Generation, events: readonly RecordedEvent[]): Promise<void> {
  const steps = routeAll(generation.router, events);
  const documents = new WorkingSet(generation.collection, generation.projection.indexes, false);
  await documents.load(steps);
  documents.fold(steps);
  await documents.write(documents.takeWrites().slice(1));
}

test('each event counts once, whatever the batches and crashes are', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(happening, { maxLength: 25 }),
      fc.array(batch, { maxLength: 12 }),
      async (story, batches) => {
        const log = new MemoryLog();
        for (const [id, event] of story) log.append(`shop-${id}`, event);
        runs += 1;
        const name = `shops@1.${runs}`;
        let generation = await Generation.open(models.store, log.storeId, shops, name);
        for (const { size, crash } of [...batches, { size: story.length + 1, crash: 'no' }]) {
          const page = await log.readAll({ after: generation.position, limit: size });
          if (crash === 'writes') {
            await writeAllButOne(generation, page.events);
          } else {
            await generation.foldPage(page);
            if (crash === 'no') await generation.saveCheckpoint(true);
          }
          generation = await Generation.open(models.store, log.storeId, shops, name);
        }
        const found = await visible(generation.collection).find({});
        expect(new Map(found.documents.map((document) => [document._id, document]))).toEqual(plainFold(log.events));
        expect(await visible(generation.collection).count({})).toBe(found.documents.length);
        const given = log.events.filter(({ type }) => Object.hasOwn(shops.on, type));
        expect(generation.taken).toBe(given.length);
        await generation.collection.drop();
      },
    ),
    { numRuns: 60 },
  );
});

const hostileHappening = fc.tuple(
  shopId,
  fc.oneof(
    fc.constant<ShopEvent>(opened('new')),
    fc.constantFrom(1, 2, UNFOLDABLE, UNSTORABLE).map(sold),
    fc
      .tuple(fc.oneof(shopId, fc.constantFrom('', 'a\0', '\ud800', '$checkpoint')), fc.nat(9))
      .map(([to, amount]) => moved(to, amount)),
    fc.constant(closed),
  ),
);

test('a quarantined document equals that of one fresh fold, whatever the batches and crashes are', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(hostileHappening, { maxLength: 25 }),
      fc.array(batch, { maxLength: 12 }),
      async (story, batches) => {
        const log = new MemoryLog();
        for (const [id, event] of story) log.append(`shop-${id}`, event);
        runs += 1;
        const open = (name = `shops@1.${runs}`) => Generation.open(models.store, log.storeId, pickyShops, name);
        let generation = await open();
        for (const { size, crash } of [...batches, { size: story.length + 1, crash: 'no' }]) {
          const page = await log.readAll({ after: generation.position, limit: size });
          if (crash === 'writes') await writeAllButOne(generation, page.events);
          else await generation.foldPage(page);
          if (crash === 'no') await generation.saveCheckpoint(true);
          generation = await open();
        }
        const fresh = await open(`shops@1.fresh-${runs}`);
        await fresh.foldPage(await log.readAll({ after: 0n, limit: story.length + 1 }));
        await fresh.saveCheckpoint(true);
        const held = async ({ collection }: Generation) => (await collection.find({})).documents;
        expect(await held(generation)).toEqual(await held(fresh));
        expect(generation.quarantined).toEqual(fresh.quarantined);
        expect(generation.fault).toBeNull();
        const readers = await visible<Shop>(generation.collection).find({});
        for (const shop of readers.documents) {
          const folded = await foldAsOf<Shop>(log, pickyShops, shop._id, 2n ** 62n);
          expect(folded).toEqual({ ...shop, _pos: folded?._pos });
        }
        await generation.collection.drop();
        await fresh.collection.drop();
      },
    ),
    { numRuns: 60 },
  );
});

test('a document that the store refuses keeps its stored state, and all others continue', async () => {
  const log = new MemoryLog();
  log.append('shop-a', opened('A'));
  log.append('shop-b', opened('B'));
  const refusing: DocumentStore = {
    ...models.store,
    collection<Doc extends Document>(spec: CollectionSpec): Collection<Doc> {
      const collection = models.store.collection<Doc>(spec);
      const replace: typeof collection.replace = async (document, guard) => {
        if (JSON.stringify(document, (_, value) => (typeof value === 'bigint' ? 0 : value)).includes('[5')) {
          throw new Error('The store does not like a five');
        }
        return collection.replace(document, guard);
      };
      return { ...collection, replace };
    },
  };
  const open = () => Generation.open(refusing, log.storeId, shops, 'shops@1.refused');
  const generation = await open();
  await generation.foldPage(await log.readAll({ after: 0n, limit: 2 }));
  const refused = log.append('shop-a', sold(5));
  log.append('shop-b', sold(1));
  log.append('shop-a', sold(6));
  await generation.foldPage(await log.readAll({ after: 2n, limit: 3 }));
  log.append('shop-a', sold(7));
  await generation.foldPage(await log.readAll({ after: 5n, limit: 1 }));
  await generation.saveCheckpoint(true);
  expect(generation.fault).toBeNull();
  const read = visible<Shop>((await open()).collection);
  expect(await read.get('a')).toMatchObject({ name: 'A', amounts: [] });
  expect(await read.get('b')).toMatchObject({ amounts: [1] });
  expect((await open()).quarantined).toEqual({
    count: 1,
    documents: [
      {
        id: 'a',
        position: '3',
        eventType: 'Sold',
        eventId: refused.id,
        error: 'Error: The store does not like a five',
        missed: 2,
      },
    ],
  });
});

test('a thousand quarantined documents are counted, and the first hundred named', async () => {
  const log = new MemoryLog();
  for (let n = 0; n < 1000; n += 1) log.append(`shop-${n}`, sold(UNFOLDABLE));
  const open = () => Generation.open(models.store, log.storeId, pickyShops, 'shops@1.many');
  const generation = await open();
  await generation.foldPage(await log.readAll({ after: 0n, limit: 600 }));
  await generation.saveCheckpoint(true);
  const again = await open();
  await again.foldPage(await log.readAll({ after: 600n, limit: 1000 }));
  const { count, documents } = again.quarantined;
  expect(count).toBe(1000);
  expect(documents.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, n) => `${n}`));
});

test('after an erasure, a quarantined document is empty', async () => {
  const log = new MemoryLog();
  const generation = await Generation.open(models.store, log.storeId, pickyShops, 'shops@1.erased');
  log.append('shop-a', opened('Ada'));
  log.append('shop-a', sold(UNFOLDABLE));
  await generation.foldPage(await log.readAll({ after: 0n, limit: 2 }));
  expect(await visible<Shop>(generation.collection).get('a')).toMatchObject({ name: 'Ada' });
  const erased = { ...pickyShops, on: { ...pickyShops.on, PersonalDataErased: (shop: Shop | undefined) => shop } };
  log.append('shop-a', { type: 'PersonalDataErased', data: {} });
  const after = await Generation.open(models.store, log.storeId, erased, 'shops@1.erased');
  await after.foldPage(await log.readAll({ after: 0n, limit: 3 }));
  expect(await visible<Shop>(after.collection).get('a')).toBeUndefined();
  expect(JSON.stringify(await after.collection.get('a'), (_, value) => String(value))).not.toContain('Ada');
});

test('two writers in one generation lose nothing and count nothing twice', async () => {
  const log = new MemoryLog();
  log.append('shop-a', opened('one'));
  for (let amount = 1; amount <= 40; amount += 1) log.append('shop-a', sold(amount));
  const one = await Generation.open(models.store, log.storeId, shops, 'shops@1.both');
  const other = await Generation.open(models.store, log.storeId, shops, 'shops@1.both');
  const run = async (generation: Generation, size: number) => {
    while (generation.position < 41n) {
      await generation.foldPage(await log.readAll({ after: generation.position, limit: size }));
    }
  };
  await Promise.all([run(one, 3), run(other, 4)]);
  expect(await one.collection.get('a')).toEqual(plainFold(log.events).get('a'));
});

test('a checkpoint never goes back', async () => {
  const log = new MemoryLog();
  log.append('shop-a', opened('one'));
  for (let amount = 1; amount <= 9; amount += 1) log.append('shop-a', sold(amount));
  const open = () => Generation.open(models.store, log.storeId, shops, 'shops@1.frozen');
  const frozen = await open();
  await frozen.foldPage(await log.readAll({ after: 0n, limit: 3 }));
  const other = await open();
  await other.foldPage(await log.readAll({ after: 0n, limit: 10 }));
  await other.saveCheckpoint(true);
  await frozen.saveCheckpoint(true);
  await frozen.foldPage(await log.readAll({ after: 3n, limit: 2 }));
  await frozen.saveCheckpoint(true);
  expect(frozen.fault).toBeNull();
  expect((await open()).position).toBe(10n);
  expect(await visible(other.collection).get('a')).toEqual(plainFold(log.events).get('a'));
});

test('a deleted document is absent for every read, and may be created again', async () => {
  const log = new MemoryLog();
  log.append('shop-a', opened('Corner'));
  log.append('shop-b', opened('Corner'));
  log.append('shop-a', closed);
  const generation = await Generation.open(models.store, log.storeId, shops, 'shops@1.gone');
  for (let n = 0; n < 3; n += 1) await generation.foldPage(await log.readAll({ after: generation.position, limit: 1 }));
  await generation.saveCheckpoint(true);
  const read = visible(generation.collection);
  expect(await read.get('a')).toBeUndefined();
  expect(await read.getMany(['a', 'b'])).toHaveLength(1);
  expect((await read.find({}, { limit: 1 })).documents).toMatchObject([{ _id: 'b' }]);
  expect(await read.count({ name: 'Corner' })).toBe(1);
  log.append('shop-a', opened('Again'));
  await generation.foldPage(await log.readAll({ after: generation.position, limit: 1 }));
  expect(await read.get('a')).toEqual({ _id: 'a', name: 'Again', amounts: [], _pos: 4n });
});

test('events before a deletion have no effect when repeated after a crash', async () => {
  const log = new MemoryLog();
  log.append('shop-a', opened('A'));
  log.append('shop-a', sold(1));
  log.append('shop-a', closed);
  const sellOnlyWhatIsOpen = (shop: Shop | undefined): Shop => {
    if (!shop) throw new Error('sold in a shop that is not open');
    return shop;
  };
  const strict = { ...shops, on: { ...shops.on, Sold: sellOnlyWhatIsOpen } };
  const open = () => Generation.open(models.store, log.storeId, strict, 'shops@1.strict');
  const before = await open();
  await before.foldPage(await log.readAll({ after: 0n, limit: 1 }));
  await before.saveCheckpoint(true);
  await before.foldPage(await log.readAll({ after: 1n, limit: 2 }));
  const after = await open();
  expect(after.position).toBe(1n);
  await after.foldPage(await log.readAll({ after: 1n, limit: 1 }));
  expect(after.fault).toBeNull();
  expect(await visible(after.collection).get('a')).toBeUndefined();
});

test('evicted documents are read from the store', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(happening, { maxLength: 25 }),
      fc.array(fc.nat(2), { minLength: 9, maxLength: 9 }),
      async (story, limits) => {
        const log = new MemoryLog();
        for (const [id, event] of story) log.append(`shop-${id}`, event);
        runs += 1;
        const generation = await Generation.open(models.store, log.storeId, shops, `shops@1.${runs}`);
        const documents = new WorkingSet(generation.collection, shops.indexes, true);
        for (const [n, limit] of limits.entries()) {
          const page = await log.readAll({ after: BigInt(n * 3), limit: 3 });
          const steps = routeAll(generation.router, page.events);
          await documents.load(steps);
          documents.fold(steps);
          if (n % 2 === 0) expect(await documents.write(documents.takeWrites())).toMatchObject({ lost: [] });
          documents.shrinkTo(limit);
        }
        expect(await documents.write(documents.takeWrites())).toMatchObject({ lost: [] });
        const found = await visible(generation.collection).find({});
        expect(new Map(found.documents.map((document) => [document._id, document]))).toEqual(plainFold(log.events));
        await generation.collection.drop();
      },
    ),
    { numRuns: 40 },
  );
});
