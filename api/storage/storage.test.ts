import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DatabaseOptions, Statement } from '../../commands/event-store/sqlite/writer.ts';
import { createInThreadWriter } from './in-thread-writer.ts';
import { openStorage, type Storage } from './storage.ts';

const OPTIONS: DatabaseOptions = {
  synchronous: 'FULL',
  secureDelete: true,
  schema: ['CREATE TABLE IF NOT EXISTS notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT'],
};
const note = (text: string, expectedChanges?: number): Statement => ({
  sql: 'INSERT INTO notes (text) VALUES (?)',
  params: [text],
  ...(expectedChanges === undefined ? {} : { expectedChanges }),
});
const forget = (text: string): Statement => ({
  sql: 'DELETE FROM notes WHERE text = ?',
  params: [text],
  expectedChanges: 1,
});

describe.each<[string, () => Promise<Storage>]>([
  ['a thread of its own', openStorage],
  ['the same thread', async () => createInThreadWriter()],
])('writing in %s', (_, open) => {
  let directory: string;
  let file: string;
  let storage: Storage;
  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'intake-storage-'));
    file = join(directory, 'notes.sqlite');
    storage = await open();
    expect(await storage.open(file, OPTIONS)).toMatchObject({ status: 'done' });
  });
  afterEach(async () => {
    await storage.close();
    rmSync(directory, { recursive: true });
  });
  const notes = (from = file) => {
    const database = new DatabaseSync(from, { readOnly: true });
    const rows = database.prepare('SELECT text FROM notes ORDER BY id').all();
    database.close();
    return rows.map(({ text }) => text);
  };

  test('a unit is answered with what it changed, once another connection can see it', async () => {
    expect(await storage.write(file, [note('a')])).toEqual({ status: 'done', changes: 1, lastRowid: 1 });
    expect(notes()).toEqual(['a']);
  });

  test('a unit is all or nothing, and one that fails leaves its neighbours as they were', async () => {
    const outcomes = await Promise.all([
      storage.write(file, [note('a'), note('b')]),
      storage.write(file, [note('c'), note('a')]),
      storage.write(file, [note('d'), forget('nobody')]),
      storage.write(file, [note('e', 2)]),
      storage.write(file, [note('f'), forget('a')]),
    ]);
    expect(outcomes).toMatchObject([
      { status: 'done' },
      { status: 'refused', statement: 1 },
      { status: 'refused', statement: 1 },
      { status: 'refused', statement: 0 },
      { status: 'done' },
    ]);
    expect(notes()).toEqual(['b', 'f']);
  });

  test('a mistake in a unit is thrown at its sender only', async () => {
    const [good, bad, unopened, alsoGood] = await Promise.allSettled([
      storage.write(file, [note('a')]),
      storage.write(file, [note('b'), { sql: 'INSERT INTO nowhere VALUES (1)', params: [] }]),
      storage.write(join(directory, 'unopened.sqlite'), [note('a')]),
      storage.write(file, [note('c')]),
    ]);
    expect(good).toMatchObject({ status: 'fulfilled', value: { status: 'done' } });
    expect(bad).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('nowhere') } });
    expect(unopened).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('not opened') } });
    expect(alsoGood).toMatchObject({ status: 'fulfilled', value: { status: 'done' } });
    expect(notes()).toEqual(['a', 'c']);
  });

  test('units keep their order, over many turns', async () => {
    const expected = Array.from({ length: 500 }, (_, n) => `note ${n}`);
    const writing: Promise<unknown>[] = [];
    for (const [n, text] of expected.entries()) {
      writing.push(storage.write(file, [note(text)]));
      if (n % 7 === 0) await new Promise(setImmediate);
    }
    await Promise.all(writing);
    expect(notes()).toEqual(expected);
  });

  test('several files are written at once', async () => {
    const other = join(directory, 'further', 'other.sqlite');
    await storage.open(other, { ...OPTIONS, synchronous: 'NORMAL' });
    await Promise.all([
      storage.write(other, [note('a')]),
      storage.write(file, [note('b')]),
      storage.write(other, [note('c')]),
    ]);
    expect(notes(other)).toEqual(['a', 'c']);
    expect(notes()).toEqual(['b']);
  });

  test('a file can be opened again, and removed with all that belongs to it', async () => {
    await storage.write(file, [note('a')]);
    expect(await storage.open(file, OPTIONS)).toMatchObject({ status: 'done' });
    expect(notes()).toEqual(['a']);
    expect(await storage.remove(file)).toMatchObject({ status: 'done' });
    for (const suffix of ['', '-wal', '-shm']) expect(() => statSync(file + suffix)).toThrow(/ENOENT/);
    await storage.open(file, OPTIONS);
    expect(notes()).toEqual([]);
  });

  test('a large file that is removed is gone at once, and its space soon', async () => {
    const page = 'x'.repeat(100_000);
    await storage.open(file, { ...OPTIONS, synchronous: 'NORMAL' });
    await Promise.all(Array.from({ length: 100 }, (_, n) => storage.write(file, [note(`${n}${page}`)])));
    await storage.truncateLogs();
    await storage.remove(file);
    expect(() => statSync(file)).toThrow(/ENOENT/);
    await storage.open(file, OPTIONS);
    await storage.write(file, [note('a')]);
    await vi.waitUntil(() => readdirSync(directory).every((name) => /^notes\.sqlite(-wal|-shm)?$/.test(name)), 20_000);
    expect(notes()).toEqual(['a']);
  });

  test('files are readable by their owner only', async () => {
    await storage.write(file, [note('a')]);
    for (const suffix of ['', '-wal', '-shm']) expect(statSync(file + suffix).mode & 0o777).toBe(0o600);
  });

  test('a file that cannot be opened is reported as unavailable', async () => {
    expect(await storage.open(directory, OPTIONS)).toMatchObject({ status: 'unavailable' });
    expect(await storage.write(file, [note('a')])).toMatchObject({ status: 'done' });
  });

  test('what was deleted is gone from the disk once the logs are emptied', async () => {
    const secret = 'a very telling sentence';
    await storage.write(file, [note(secret)]);
    await storage.truncateLogs();
    expect(readFileSync(file).includes(secret)).toBe(true);
    await storage.write(file, [forget(secret)]);
    expect(await storage.truncateLogs()).toBe(true);
    expect(statSync(`${file}-wal`).size).toBe(0);
    expect(readFileSync(file).includes(secret)).toBe(false);
  });

  test('what is written moves into the main file meanwhile, and its log begins anew', async () => {
    const page = 'x'.repeat(4000);
    const log = () => statSync(`${file}-wal`).size;
    const main = () => statSync(file).size;
    let count = 0;
    const writeOn = async () => {
      await Promise.all(Array.from({ length: 20 }, (_, n) => storage.write(file, [note(`${page}${count + n}`)])));
      count += 20;
    };
    while (main() < 1000 * page.length) await writeOn();
    for (let longest = log(); longest < 40_000 * page.length; longest = log()) {
      for (let n = 0; n < 20; n += 1) await writeOn();
      if (log() === longest) break;
    }
    expect(log()).toBeLessThan(20_000 * page.length);
    expect(notes()).toHaveLength(count);
  });

  test('closing writes what is pending, and then everything is unavailable', async () => {
    const pending = Array.from({ length: 50 }, (_, n) => storage.write(file, [note(`note ${n}`)]));
    await storage.close();
    for (const outcome of await Promise.all(pending)) expect(outcome.status).toBe('done');
    expect(notes()).toHaveLength(50);
    expect(await storage.write(file, [note('late')])).toMatchObject({ status: 'unavailable' });
    await storage.close();
  });
});

describe('a storage thread that ends unasked', () => {
  test('answers all that waits, then says that it is lost, once', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'intake-storage-'));
    const started = once(process, 'worker');
    const told: string[] = [];
    const storage = await openStorage(() => told.push('lost'));
    const [thread] = (await started) as [Worker];
    const file = join(directory, 'notes.sqlite');
    await storage.open(file, OPTIONS);
    const ended = thread.terminate();
    expect(await storage.write(file, [note('a')])).toMatchObject({ status: 'unavailable' });
    await ended;
    expect(await storage.write(file, [note('b')])).toMatchObject({ status: 'unavailable' });
    await storage.close();
    expect(told).toEqual(['lost']);
    rmSync(directory, { recursive: true });
  });

  test('does not say so when it was closed', async () => {
    let isLost = false;
    const storage = await openStorage(() => {
      isLost = true;
    });
    await storage.close();
    expect(isLost).toBe(false);
  });
});
