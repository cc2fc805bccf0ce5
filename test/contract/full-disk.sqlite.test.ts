import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStorage } from '../../api/storage/storage.ts';
import { NO_STREAM, START, StoreFull, StoreUnavailable } from '../../commands/event-store/port.ts';
import { createSqliteEventStore } from '../../commands/event-store/sqlite/event-store.ts';
import { DocumentStoreUnavailable } from '../../projections/document-store/port.ts';
import { createSqliteDocumentStore } from '../../projections/document-store/sqlite/document-store.ts';
import { writeFormerLog } from '../support/former-log.ts';
import { canRun } from '../support/tools.ts';

const mount = (directory: string) => canRun('mount', '-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', directory);
const unmount = (directory: string) => spawnSync('umount', ['-l', directory]);

const trial = mkdtempSync(join(tmpdir(), 'intake-trial-'));
const canMount = mount(trial);
if (canMount) unmount(trial);
rmSync(trial, { recursive: true });

let disk: string;
beforeEach(() => {
  disk = mkdtempSync(join(tmpdir(), 'intake-disk-'));
  mount(disk);
});
afterEach(() => {
  unmount(disk);
  rmSync(disk, { recursive: true });
});

/** Fills the disk except for `leaving` bytes; returns the function that frees it. */
function fillDisk(leaving = 0): () => void {
  const ballast = join(disk, 'ballast');
  const descriptor = openSync(ballast, 'w');
  for (const size of [65_536, 1]) {
    try {
      for (;;) writeSync(descriptor, Buffer.alloc(size));
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' });
    }
  }
  ftruncateSync(descriptor, fstatSync(descriptor).size - leaving);
  closeSync(descriptor);
  return () => unlinkSync(ballast);
}

const event = (size = 2000) => ({
  id: randomUUID(),
  type: 'SomethingHappened',
  data: `"${'x'.repeat(size)}"`,
  metadata: '{}',
});

test.skipIf(!canMount)(
  'a full disk refuses writes, not reads, and everything continues when space returns (needs mount)',
  async () => {
    const storage = await openStorage();
    const file = join(disk, 'events.sqlite');
    const log = await createSqliteEventStore({ file, writer: storage });
    const documents = createSqliteDocumentStore({
      fileOf: () => join(disk, 'vault.sqlite'),
      writer: storage,
      synchronous: 'FULL',
      cacheLimit: 1_000_000,
    });
    const notes = documents.collection<{ _id: string; text?: string }>({ name: 'notes', indexes: [] });
    const answered: string[] = [];
    const kept: string[] = [];
    const writeUntilFull = async (size?: number) => {
      for (let hasFailed = false; !hasFailed; ) {
        const appending = Array.from({ length: 32 }, async () => {
          const happened = event(size);
          await log.append(`application-${randomUUID()}`, NO_STREAM, [happened]);
          answered.push(happened.id);
        });
        for (const result of await Promise.allSettled(appending)) {
          if (result.status === 'fulfilled') continue;
          expect(result.reason).toBeInstanceOf(StoreUnavailable);
          expect(result.reason.message).toMatch(/full|disk/);
          hasFailed = true;
        }
      }
    };
    const insertUntilFull = async () => {
      for (;;) {
        const note = { _id: randomUUID(), text: 'x'.repeat(2000) };
        try {
          await notes.insert(note);
          kept.push(note._id);
        } catch (error) {
          expect(error).toBeInstanceOf(DocumentStoreUnavailable);
          return;
        }
      }
    };

    await log.append(`application-${randomUUID()}`, NO_STREAM, [event()]);
    await notes.insert({ _id: 'first' });
    for (let round = 0; round < 3; round += 1) {
      const makeSpace = fillDisk();
      await writeUntilFull();
      await insertUntilFull();
      await writeUntilFull();
      expect(await notes.getMany(kept)).toHaveLength(kept.length);
      const first = await notes.get('first');
      await expect(notes.replace({ _id: 'first', text: 'x'.repeat(100_000) })).rejects.toThrow(
        DocumentStoreUnavailable,
      );
      await expect(notes.delete('first')).rejects.toThrow(DocumentStoreUnavailable);
      expect(await notes.get('first')).toEqual(first);
      expect((await log.readAll({ after: START, limit: 10_000 })).events).toHaveLength(answered.length + 1 + round);
      makeSpace();
      await log.append(`application-${randomUUID()}`, NO_STREAM, [event()]);
      expect(await notes.insert({ _id: `round ${round}` })).toBe(true);
      expect(await notes.replace({ _id: 'first', text: `round ${round}` })).toBe(true);
      expect(await notes.get('first')).toEqual({ _id: 'first', text: `round ${round}` });
    }
    await log.close();
    await documents.close();
    await storage.close();

    const again = await openStorage();
    const reopened = await createSqliteEventStore({ file, writer: again });
    const { events } = await reopened.readAll({ after: START, limit: 10_000 });
    const stored = new Set(events.map(({ id }) => id));
    expect(answered.filter((id) => !stored.has(id))).toEqual([]);
    expect(events.map(({ position }) => position)).toEqual(events.map((_, n) => BigInt(n + 1)));
    await reopened.close();
    await again.close();
  },
);

test.skipIf(!canMount)(
  'a disk that fills up in the middle of a transaction refuses all of it (needs mount)',
  async () => {
    const storage = await openStorage();
    const log = await createSqliteEventStore({ file: join(disk, 'events.sqlite'), writer: storage });
    const makeSpace = fillDisk(300_000);
    // Three of them exceed a connection's memory; the last alone would fit.
    const sizes = [900_000, 900_000, 900_000, 2000];
    const appendAll = () =>
      Promise.allSettled(sizes.map((size) => log.append(`application-${randomUUID()}`, NO_STREAM, [event(size)])));
    for (const result of await appendAll()) {
      expect(result).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) });
    }
    expect(await log.head()).toBe(START);
    makeSpace();
    for (const result of await appendAll()) expect(result.status).toBe('fulfilled');
    await log.close();
    await storage.close();
  },
);

test.skipIf(!canMount)('storage that has met a full disk can be closed on it (needs mount)', async () => {
  const storage = await openStorage();
  const log = await createSqliteEventStore({ file: join(disk, 'events.sqlite'), writer: storage });
  await log.append(`application-${randomUUID()}`, NO_STREAM, [event(900_000)]);
  fillDisk();
  await expect(log.append(`application-${randomUUID()}`, NO_STREAM, [event(900_000)])).rejects.toThrow(StoreFull);
  await log.close();
  await storage.close();
});

test.skipIf(!canMount)(
  'a disk without room for rewriting the log of an earlier version is reported, and the log stays as it was (needs mount)',
  async () => {
    const file = join(disk, 'events.sqlite');
    writeFormerLog(file, 1000, 1000);
    const makeSpace = fillDisk(300_000);
    const before = readFileSync(file);
    const storage = await openStorage();
    const opening = createSqliteEventStore({ file, writer: storage });
    await expect(opening).rejects.toThrow(
      /is rewritten once for this version, which needs \d MB of free disk; 1 MB are/,
    );
    expect(readFileSync(file).equals(before)).toBe(true);
    makeSpace();
    const log = await createSqliteEventStore({ file, writer: storage });
    expect((await log.readAll({ after: START, limit: 10_000 })).events).toHaveLength(1000);
    await log.close();
    await storage.close();
  },
);
