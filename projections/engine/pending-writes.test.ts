import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { createInThreadWriter } from '../../api/storage/in-thread-writer.ts';
import { MemoryLog } from '../../test/support/memory-log.ts';
import { opened, type Shop, shops, sold } from '../../test/support/shop.ts';
import { createSqliteDocumentStore } from '../document-store/sqlite/document-store.ts';
import type { SqliteWriter } from '../document-store/sqlite/writer.ts';
import { createEngine } from './engine.ts';

const cleanUp: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

/** An engine over SQLite whose writes can be held back and refused, as by a slow or full disk. */
async function startEngine() {
  const directory = await mkdtemp(join(tmpdir(), 'intake-pending-'));
  const disk = createInThreadWriter();
  let held: Promise<void> = Promise.resolve();
  let release = () => {};
  let isFull = false;
  const writer: SqliteWriter = {
    ...disk,
    async write(...given) {
      await held;
      return isFull ? { status: 'unavailable', message: 'The disk is full' } : disk.write(...given);
    },
  };
  const store = createSqliteDocumentStore({
    fileOf: (collection) => join(directory, `${collection}.sqlite`),
    writer,
    synchronous: 'NORMAL',
    cacheLimit: 1_000_000,
  });
  const log = new MemoryLog();
  const engine = createEngine({ log, readModels: store, projections: [shops] });
  cleanUp.push(async () => {
    release();
    await engine.stop();
    await store.close();
    await disk.close();
    await rm(directory, { recursive: true });
  });
  await engine.start();
  engine.lead(new AbortController().signal);
  await engine.whenServing();
  return {
    log,
    engine,
    shops: engine.collection<Shop>(shops),
    holdWrites() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      release = resolve;
      return release;
    },
    fill(full: boolean) {
      isFull = full;
    },
  };
}

test('an event can be read before its document is written, and searches wait for the write', async () => {
  const { log, engine, shops: readers, holdWrites } = await startEngine();
  await engine.waitFor(log.append('shop-a', opened('Corner')).position);
  await readers.find({});
  const write = holdWrites();
  log.append('shop-b', opened('Square'));
  const { position } = log.append('shop-a', sold(5));
  expect(await engine.waitFor(position)).toBe('reached');
  expect(await readers.get('a')).toMatchObject({ amounts: [5] });
  expect(await readers.getMany(['a', 'b'])).toMatchObject([{ amounts: [5] }, { name: 'Square' }]);
  const answered: string[] = [];
  const searches = [
    readers.find({ name: 'Square' }).then(({ documents }) => answered.push(`found ${documents.length}`)),
    readers.count({ name: 'Square' }).then((count) => answered.push(`counted ${count}`)),
  ];
  await turn();
  expect(answered).toEqual([]);
  write();
  await Promise.all(searches);
  expect(answered).toEqual(['found 1', 'counted 1']);
});

test('the next page is folded once the former is written, so each document is written over what it was', async () => {
  const { log, engine, shops: readers, holdWrites } = await startEngine();
  await engine.waitFor(log.append('shop-a', opened('Corner')).position);
  const write = holdWrites();
  await engine.waitFor(log.append('shop-a', sold(1)).position);
  const { position } = log.append('shop-a', sold(2));
  await turn();
  expect(await readers.get('a')).toMatchObject({ amounts: [1] });
  write();
  expect(await engine.waitFor(position)).toBe('reached');
  expect(await readers.get('a')).toMatchObject({ amounts: [1, 2] });
});

test('when a shown write fails, readers wait for it again, and caches are cleared once it is written', async () => {
  const { log, engine, shops: readers, holdWrites, fill } = await startEngine();
  await engine.waitFor(log.append('shop-a', opened('Corner')).position);
  let cleared = 0;
  engine.unseen$.subscribe(() => {
    cleared += 1;
  });
  const write = holdWrites();
  const { position } = log.append('shop-a', sold(1));
  expect(await engine.waitFor(position)).toBe('reached');
  fill(true);
  write();
  await readers.find({});
  expect(await readers.get('a')).toMatchObject({ amounts: [] });
  expect(await engine.waitFor(position, { timeoutMs: 1 })).toBe('stale');
  expect(cleared).toBe(0);
  fill(false);
  expect(await engine.waitFor(position)).toBe('reached');
  await readers.find({});
  await turn();
  expect(await readers.get('a')).toMatchObject({ amounts: [1] });
  expect(cleared).toBe(1);
  expect(await Array.fromAsync(engine.compareWithFreshFold(['shops']))).toEqual([]);
});
