import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { openStorage } from '../../api/storage/storage.ts';
import { createSqliteDocumentStore } from '../../projections/document-store/sqlite/document-store.ts';
import { documentStoreContract, type OpenedDocumentStore } from './document-store.contract.ts';

const newDirectory = () => mkdtemp(join(tmpdir(), 'intake-documents-'));

async function openIn(
  directory: string,
  fileOf: (name: string) => string,
  cacheLimit = 0,
): Promise<OpenedDocumentStore> {
  const storage = await openStorage();
  const store = createSqliteDocumentStore({
    fileOf: (name) => join(directory, fileOf(name)),
    writer: storage,
    synchronous: 'NORMAL',
    cacheLimit,
  });
  const close = async () => {
    await store.close();
    await storage.close();
  };
  return {
    store,
    async reopen() {
      await close();
      return openIn(directory, fileOf, cacheLimit);
    },
    async dispose() {
      await close();
      await rm(directory, { recursive: true });
    },
  };
}

const fileEach = (name: string) => `${name}.sqlite`;
const oneFile = () => 'vault.sqlite';
documentStoreContract('SQLite, a file for each collection', async () => openIn(await newDirectory(), fileEach));
documentStoreContract('SQLite, one file for all', async () => openIn(await newDirectory(), oneFile));
const roomForAll = 10_000_000;
const roomForFew = 1_000;
documentStoreContract('SQLite, with documents kept in memory', async () =>
  openIn(await newDirectory(), fileEach, roomForAll),
);
documentStoreContract('SQLite, with few documents kept in memory', async () =>
  openIn(await newDirectory(), oneFile, roomForFew),
);

const directories: string[] = [];
afterAll(() => Promise.all(directories.map((directory) => rm(directory, { recursive: true, force: true }))));

test.each<[string, (name: string) => string, boolean]>([
  ['that is its own', fileEach, false],
  ['that others share', oneFile, true],
])('a dropped collection and the file %s', async (_, fileOf, remains) => {
  const directory = await newDirectory();
  directories.push(directory);
  const { store, dispose } = await openIn(directory, fileOf);
  const collection = store.collection({ name: 'rows', indexes: [] });
  await collection.insert({ _id: 'a' });
  await collection.drop();
  for (const suffix of ['', '-wal', '-shm']) {
    expect(existsSync(join(directory, fileOf('rows') + suffix))).toBe(remains);
  }
  await dispose();
});

test('what another thread has built meanwhile is found when the collection is opened', async () => {
  const directory = await newDirectory();
  directories.push(directory);
  const here = await openIn(directory, fileEach, roomForAll);
  const elsewhere = await openIn(directory, fileEach);
  const spec = { name: 'rows', indexes: [] };
  const before = here.store.collection(spec);
  await before.insert({ _id: '$checkpoint', _pos: 1n });
  expect(await before.get('$checkpoint')).toEqual({ _id: '$checkpoint', _pos: 1n });
  expect(await before.get('a')).toBeUndefined();
  const builder = elsewhere.store.collection(spec);
  await builder.replace({ _id: '$checkpoint', _pos: 2n });
  await builder.insert({ _id: 'a' });
  const after = here.store.collection(spec);
  expect(await after.get('$checkpoint')).toEqual({ _id: '$checkpoint', _pos: 2n });
  expect(await after.get('a')).toEqual({ _id: 'a' });
  await elsewhere.store.close();
  await here.store.close();
});

test('a file from before members had their own columns stays usable', async () => {
  const directory = await newDirectory();
  directories.push(directory);
  const file = new DatabaseSync(join(directory, 'rows.sqlite'));
  file.exec(`PRAGMA journal_mode = WAL;
    CREATE TABLE "rows" (
      _id TEXT PRIMARY KEY NOT NULL, _pos INTEGER, json TEXT NOT NULL,
      "m_rank" ANY GENERATED ALWAYS AS (json_extract(json, '$.rank')) VIRTUAL
    ) STRICT;
    CREATE INDEX "rows:rank" ON "rows" ("m_rank", _id);
    INSERT INTO "rows" (_id, json) VALUES ('a', '{"_id":"a","rank":1,"batch":"b1"}')`);
  file.close();
  const { store, dispose } = await openIn(directory, fileEach, roomForAll);
  const rows = store.collection<{ _id: string; rank: number; batch: string }>({
    name: 'rows',
    indexes: ['rank', 'batch'],
  });
  expect(await rows.insert({ _id: 'b', rank: 2, batch: 'b1' })).toBe(true);
  expect(await rows.replace({ _id: 'a', rank: 3, batch: 'b1' })).toBe(true);
  const { documents } = await rows.find({ batch: 'b1' }, { sort: { by: 'rank' } });
  expect(documents.map(({ _id }) => _id)).toEqual(['b', 'a']);
  expect(await rows.count({ rank: 1 })).toBe(0);
  await dispose();
});

test('a replacement leaves the pages of those indexes alone whose members it leaves alone', async () => {
  const directory = await newDirectory();
  directories.push(directory);
  const { store, dispose } = await openIn(directory, fileEach, roomForAll);
  const indexes = ['a', 'b', 'c', 'd'];
  const collection = store.collection<{ _id: string; a: number; note: string }>({ name: 'rows', indexes });
  const members = { b: 'b', c: true, d: 0.5, note: '' };
  await Promise.all(Array.from({ length: 1000 }, (_, n) => collection.insert({ _id: `row-${n}`, a: n, ...members })));
  const reader = new DatabaseSync(join(directory, 'rows.sqlite'), { readOnly: true });
  const pages = () => (reader.prepare('PRAGMA wal_checkpoint(NOOP)').get() as { log: number }).log;
  const replacing = async (document: Parameters<typeof collection.replace>[0]) => {
    const before = pages();
    expect(await collection.replace(document)).toBe(true);
    return pages() - before;
  };
  expect(await replacing({ _id: 'row-500', a: 500, ...members, note: 'x' })).toBe(1);
  expect(await replacing({ _id: 'row-500', a: 500, ...members, note: 'y' })).toBe(1);
  expect(await replacing({ _id: 'row-500', a: 2000, ...members, note: 'y' })).toBeGreaterThan(1);
  expect((await collection.find({ a: 2000 })).documents).toMatchObject([{ _id: 'row-500', note: 'y' }]);
  expect((await collection.find({ a: 500 })).documents).toEqual([]);
  reader.close();
  await dispose();
});

test('a document that is kept in memory cannot be changed by a test that reads it', async () => {
  const { store, dispose } = await openIn(await newDirectory(), fileEach, roomForAll);
  const notes = store.collection<{ _id: string; texts: string[] }>({ name: 'notes', indexes: [] });
  await notes.insert({ _id: 'one', texts: ['a'] });
  await notes.get('one');
  const again = await notes.get('one');
  expect(() => again?.texts.push('b')).toThrow(TypeError);
  await dispose();
});
