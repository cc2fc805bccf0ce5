import { createSecretKey, randomBytes } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import type { AnyEvent } from '../../domain/event-sourcing/event.ts';
import { definitionOf } from '../../domain/events.ts';
import { newCommandContext } from '../../test/support/command-context.ts';
import { openTemporaryStores } from '../../test/support/temporary-stores.ts';
import { createCodec } from '../event-store/codec.ts';
import { createEventLog } from '../event-store/encoded-event-log.ts';
import { createSubjectKeys } from '../vault/subject-keys.ts';
import { createDamageGuard, guardLog, guardStore, LogDamaged } from './damage-guard.ts';
import { openVerificationRecords } from './verification-records.ts';
import { verifySlowly } from './verify-slowly.ts';

const STREAMS = ['application-1', 'application-2', 'application-3'];
const COMMENT: AnyEvent = { type: 'CommentAdded', data: { commentId: 'c' }, personal: { message: 'Hello' } };
const NOW = Date.parse('2026-11-23T03:00:00Z');
const AT_ONCE = { share: 1, beginAfterMs: 0, noteEveryMs: 0, lookEveryMs: 1 };

async function openSchool() {
  const stores = await openTemporaryStores();
  const keys = createSubjectKeys({ vault: stores.vault, masterKey: createSecretKey(randomBytes(32)) });
  const codec = createCodec({ definitionOf, keys });
  const records = openVerificationRecords(stores.vault, stores.store.storeId);
  const newGuard = () => createDamageGuard({ records, now: () => NOW, onDamage: () => {}, onProblem: () => {} });
  const guard = newGuard();
  const store = guardStore(stores.store, guard);
  const log = guardLog(createEventLog({ store, codec }), guard);
  await Promise.all(
    STREAMS.map(async (stream) => {
      const first = await log.append(stream, undefined, [COMMENT], newCommandContext());
      await log.append(stream, first.events[0], Array(149).fill(COMMENT), newCommandContext());
    }),
  );
  return {
    ...stores,
    store,
    log,
    records,
    guard,
    newGuard,
    change: (sql: string) => {
      const database = new DatabaseSync(stores.eventsFile);
      database.exec(sql);
      database.close();
    },
    async verifyUntil(isOver: () => Promise<boolean> | boolean, now = NOW) {
      const end = new AbortController();
      const options = { store, records, guard, checkFiles: undefined, now: () => now, pace: AT_ONCE };
      const running = verifySlowly(options, end.signal);
      await vi.waitUntil(async () => guard.damage !== null || (await isOver()), { timeout: 20_000, interval: 1 });
      end.abort();
      await running;
    },
    async [Symbol.asyncDispose]() {
      await stores[Symbol.asyncDispose]();
    },
  };
}

const CHANGES = [
  [
    'a changed text',
    'UPDATE events SET data = replace(data, \'"c"\', \'"d"\') WHERE position = 300',
    'does not match its hash',
  ],
  [
    'another chain',
    `UPDATE events SET metadata = (SELECT metadata FROM events WHERE position = 4) WHERE position = 300`,
    'does not match its hash',
  ],
  ['a lost event', 'DELETE FROM events WHERE position = 300', 'Position 301 of the log follows 299: events are lost'],
  ['an exchanged revision', 'UPDATE events SET revision = 900 WHERE position = 450', 'follows a gap'],
] as const;

test.each(CHANGES)('%s is found, and blocks further appends', async (_name, sql, message) => {
  await using school = await openSchool();
  const isOver = async () => (await school.records.round())?.isOver === true;
  await school.verifyUntil(isOver);
  expect([school.guard.damage, await school.records.round()]).toMatchObject([
    null,
    { position: 450n, isOver: true, finishedAt: '2026-11-23T03:00:00.000Z' },
  ]);

  school.change(sql);
  await school.verifyUntil(() => false, NOW + 25 * 3_600_000);
  expect(school.guard.damage?.what).toContain(message);
  await expect(school.log.append('application-4', undefined, [COMMENT], newCommandContext())).rejects.toThrow(
    LogDamaged,
  );
  expect(await school.log.readStream('application-4')).toEqual([]);

  const next = school.newGuard();
  await next.look();
  expect(next.damage).toEqual(school.guard.damage);
  await next.clear();
  await school.guard.look();
  expect(school.guard.damage).toBeNull();
});

test('a round continues where the former process stopped', async () => {
  await using school = await openSchool();
  const read = vi.spyOn(school.store, 'readAll');
  await school.verifyUntil(async () => ((await school.records.round())?.position ?? 0n) >= 100n);
  const stopped = await school.records.round();
  read.mockClear();
  await school.verifyUntil(async () => (await school.records.round())?.isOver === true);
  if (stopped?.isOver) throw new Error('The verification ended before it could be stopped');
  expect(read.mock.calls[0]?.[0].after).toBe(stopped?.position);
  expect(await school.records.round()).toMatchObject({ position: 450n, begunAt: stopped?.begunAt });
});

test('an altered event that a command reads blocks appends at once', async () => {
  await using school = await openSchool();
  school.change(
    "UPDATE events SET data = replace(data, '\"c\"', '\"d\"') WHERE stream = 'application-2' AND revision = 3",
  );
  await school.log.readStream('application-1');
  expect(school.guard.damage).toBeNull();
  await expect(school.log.readStream('application-2')).rejects.toThrow('does not match its hash');
  expect(school.guard.damage).toMatchObject({ foundAt: '2026-11-23T03:00:00.000Z' });
});
