import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MemoryLog } from '../../test/support/memory-log.ts';
import { openReadModels, type ReadModels, removeReadModels } from '../../test/support/read-models.ts';
import { closed, moved, opened, plainFold, type Shop, type ShopEvent, shops, sold } from '../../test/support/shop.ts';
import { Generation } from './generation.ts';
import { routeAll } from './routing.ts';
import { visible } from './visible.ts';
import { carryOut, WorkingSet } from './working-set.ts';

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
/** How large the next batch is, and what is lost before its checkpoint: nothing, the checkpoint, or also some writes. */
const batch = fc.record({ size: fc.integer({ min: 1, max: 6 }), crash: fc.constantFrom('no', 'checkpoint', 'writes') });

test('whatever the batches and wherever it crashes, each event counts once', async () => {
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
            const { steps } = routeAll(generation.router, page.events, generation.position);
            const documents = new WorkingSet(generation.collection, false);
            await documents.load(steps);
            documents.fold(steps);
            await carryOut(generation.collection, documents.takeWrites().slice(1));
          } else {
            await generation.takeIn(page);
            if (crash === 'no') await generation.saveCheckpoint(true);
          }
          generation = await Generation.open(models.store, log.storeId, shops, name);
        }
        const found = await visible(generation.collection).find({});
        expect(new Map(found.documents.map((document) => [document._id, document]))).toEqual(plainFold(log.events));
        expect(await visible(generation.collection).count({})).toBe(found.documents.length);
        await generation.collection.drop();
      },
    ),
    { numRuns: 60 },
  );
});

test('two writers in one generation lose nothing and count nothing twice', async () => {
  const log = new MemoryLog();
  log.append('shop-a', opened('one'));
  for (let amount = 1; amount <= 40; amount += 1) log.append('shop-a', sold(amount));
  const one = await Generation.open(models.store, log.storeId, shops, 'shops@1.both');
  const other = await Generation.open(models.store, log.storeId, shops, 'shops@1.both');
  const run = async (generation: Generation, size: number) => {
    while (generation.position < 41n) {
      await generation.takeIn(await log.readAll({ after: generation.position, limit: size }));
    }
  };
  await Promise.all([run(one, 3), run(other, 4)]);
  expect(await one.collection.get('a')).toEqual(plainFold(log.events).get('a'));
});

test('a checkpoint never goes back, whoever saves it last', async () => {
  const log = new MemoryLog();
  log.append('shop-a', opened('one'));
  for (let amount = 1; amount <= 9; amount += 1) log.append('shop-a', sold(amount));
  const open = () => Generation.open(models.store, log.storeId, shops, 'shops@1.frozen');
  const frozen = await open();
  await frozen.takeIn(await log.readAll({ after: 0n, limit: 3 }));
  const other = await open();
  await other.takeIn(await log.readAll({ after: 0n, limit: 10 }));
  await other.saveCheckpoint(true);
  await frozen.saveCheckpoint(true);
  await frozen.takeIn(await log.readAll({ after: 3n, limit: 2 }));
  await frozen.saveCheckpoint(true);
  expect(frozen.fault).toBeNull();
  expect((await open()).position).toBe(10n);
  expect(await visible(other.collection).get('a')).toEqual(plainFold(log.events).get('a'));
});

test('a deleted document is gone for every way of reading, and may come again', async () => {
  const log = new MemoryLog();
  log.append('shop-a', opened('Corner'));
  log.append('shop-b', opened('Corner'));
  log.append('shop-a', closed);
  const generation = await Generation.open(models.store, log.storeId, shops, 'shops@1.gone');
  for (let n = 0; n < 3; n += 1) await generation.takeIn(await log.readAll({ after: generation.position, limit: 1 }));
  await generation.saveCheckpoint(true);
  const read = visible(generation.collection);
  expect(await read.get('a')).toBeUndefined();
  expect(await read.getMany(['a', 'b'])).toHaveLength(1);
  expect((await read.find({}, { limit: 1 })).documents).toMatchObject([{ _id: 'b' }]);
  expect(await read.count({ name: 'Corner' })).toBe(1);
  log.append('shop-a', opened('Again'));
  await generation.takeIn(await log.readAll({ after: generation.position, limit: 1 }));
  expect(await read.get('a')).toEqual({ _id: 'a', name: 'Again', amounts: [], _pos: 4n });
});

test('events before a deletion, met once more after a crash, find nothing to be done', async () => {
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
  await before.takeIn(await log.readAll({ after: 0n, limit: 1 }));
  await before.saveCheckpoint(true);
  await before.takeIn(await log.readAll({ after: 1n, limit: 2 }));
  const after = await open();
  expect(after.position).toBe(1n);
  await after.takeIn(await log.readAll({ after: 1n, limit: 1 }));
  expect(after.fault).toBeNull();
  expect(await visible(after.collection).get('a')).toBeUndefined();
});

test('documents that memory let go of come back from the store', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(happening, { maxLength: 25 }),
      fc.array(fc.nat(2), { minLength: 9, maxLength: 9 }),
      async (story, limits) => {
        const log = new MemoryLog();
        for (const [id, event] of story) log.append(`shop-${id}`, event);
        runs += 1;
        const generation = await Generation.open(models.store, log.storeId, shops, `shops@1.${runs}`);
        const documents = new WorkingSet(generation.collection, true);
        for (const [n, limit] of limits.entries()) {
          const page = await log.readAll({ after: BigInt(n * 3), limit: 3 });
          const { steps } = routeAll(generation.router, page.events, 0n);
          await documents.load(steps);
          documents.fold(steps);
          if (n % 2 === 0) expect(await carryOut(generation.collection, documents.takeWrites())).toEqual([]);
          documents.shrinkTo(limit);
        }
        expect(await carryOut(generation.collection, documents.takeWrites())).toEqual([]);
        const found = await visible(generation.collection).find({});
        expect(new Map(found.documents.map((document) => [document._id, document]))).toEqual(plainFold(log.events));
        await generation.collection.drop();
      },
    ),
    { numRuns: 40 },
  );
});
