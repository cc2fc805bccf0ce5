import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStorage } from '../../api/storage/storage.ts';
import { type EventStore, START, WrongExpectedRevision } from '../../commands/event-store/port.ts';
import { createSqliteEventStore, openSqliteLog } from '../../commands/event-store/sqlite/event-store.ts';
import { formerEvent as event, FORMER_SCHEMA, lastRevisionIn, STREAMS, writeFormerLog } from '../support/former-log.ts';

const APPENDING = fileURLToPath(new URL('./appending-process.ts', import.meta.url));
const EVENTS = 4000;

let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'intake-former-'));
  file = join(directory, 'events.sqlite');
});
afterEach(() => rmSync(directory, { recursive: true }));

async function withLog<Value>(use: (log: EventStore) => Promise<Value>, onRewriting?: (done: number) => void) {
  const writer = await openStorage();
  try {
    const log = await createSqliteEventStore({ file, writer, ...(onRewriting && { onRewriting }) });
    return await use(log).finally(() => log.close());
  } finally {
    await writer.close();
  }
}

const query = (sql: string) => {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database.prepare(sql).all();
  database.close();
  return rows;
};
const CONTENT = 'SELECT position, stream, revision, id, type, data, metadata FROM events ORDER BY position';
const isRewritten = () => query("SELECT 1 FROM pragma_table_info('events') WHERE name = 'origin'").length === 1;

test('the log of an earlier version is rewritten once, with every event as it was, and goes on', async () => {
  writeFormerLog(file, EVENTS);
  const before = query(CONTENT);
  const told: number[] = [];
  await withLog(
    async (log) => {
      expect(log.storeId).toBe('former-log');
      expect((await log.readStream('batch-7', { from: 3, limit: 2 })).map(({ position }) => position)).toEqual([
        157n,
        207n,
      ]);
      const whole = await log.readStream('batch-7');
      expect(whole.map(({ revision }) => revision)).toEqual(whole.map((_, n) => n));
      expect(whole).toHaveLength(EVENTS / STREAMS);
      const last = lastRevisionIn(EVENTS);
      await expect(log.append('batch-7', last - 1, [event(9001)])).rejects.toThrow(WrongExpectedRevision);
      await expect(log.append('batch-7', last + 1, [event(9001)])).rejects.toThrow(WrongExpectedRevision);
      await expect(log.append('batch-7', -1, [event(9001)])).rejects.toThrow(WrongExpectedRevision);
      expect(await log.append('batch-7', last, [event(9001)])).toMatchObject({ position: BigInt(EVENTS + 1) });
      expect(await log.append('batch-new', -1, [event(9002), event(9003)])).toMatchObject({ revision: 1 });
    },
    (done) => told.push(done),
  );
  expect(query(CONTENT).slice(0, EVENTS)).toEqual(before);
  expect(query('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  expect(told).toEqual([0, EVENTS]);
  await withLog(
    async (log) => expect(await log.readStream('batch-new')).toHaveLength(2),
    () => told.push(-1),
  );
  expect(told).not.toContain(-1);
});

test('a log that has lost events is rewritten, too, and has still lost them', async () => {
  writeFormerLog(file, 300);
  const damaged = new DatabaseSync(file);
  damaged.exec('DELETE FROM events WHERE position IN (7, 58)');
  damaged.close();
  const before = query(CONTENT);
  await withLog(async (log) => {
    expect((await log.readAll({ after: START, limit: 1000 })).events).toHaveLength(298);
    expect((await log.readStream('batch-8')).map(({ revision }) => revision)).toEqual([0, 2, 3, 4, 5]);
  });
  expect(query(CONTENT)).toEqual(before);
});

test('a process that only reads reads the log of an earlier version as it is', async () => {
  writeFormerLog(file, 10);
  const log = openSqliteLog(file);
  expect((await log.readAll({ after: START, limit: 100 })).events).toHaveLength(10);
  await log.close();
  expect(isRewritten()).toBe(false);
});

test('an earlier version refuses a rewritten log instead of appending to it', async () => {
  writeFormerLog(file, 10);
  await withLog(async () => {});
  const database = new DatabaseSync(file);
  const openAsFormer = () => {
    for (const sql of FORMER_SCHEMA) database.exec(sql);
  };
  expect(openAsFormer).toThrow('table identity has no column named store_id');
  database.close();
});

test('killed at any moment, the next start finds the whole log and rewrites it', { timeout: 60_000 }, async () => {
  writeFormerLog(file, 20_000, 2000);
  const before = query('SELECT count(*) AS n, sum(position) AS positions, max(id) AS last FROM events');
  let interrupted = 0;
  for (let kill = 0; kill < 4; kill += 1) {
    const child = spawn(process.execPath, [APPENDING, file, '0'], { stdio: 'ignore' });
    const closed = once(child, 'close');
    while (!existsSync(`${file}-journal`) && child.exitCode === null) await pause(1);
    await pause(20 + kill * 40);
    child.kill('SIGKILL');
    await closed;
    interrupted += Number(existsSync(`${file}-journal`));
  }
  expect(interrupted).toBeGreaterThan(0);
  await withLog(async (log) => expect(await log.readStream('batch-7')).toHaveLength(400));
  expect(isRewritten()).toBe(true);
  expect(query('SELECT count(*) AS n, sum(position) AS positions, max(id) AS last FROM events')).toEqual(before);
  expect(query('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
});
