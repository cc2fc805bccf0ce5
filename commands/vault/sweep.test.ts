import { afterEach, expect, test, vi } from 'vitest';
import { openTemporaryStores } from '../../test/support/temporary-stores.ts';
import { sweepDaily, sweepOldest, sweepUnnamed } from './sweep.ts';

const HOUR = 3_600_000;
const now = Date.parse('2026-03-02T09:00:00Z');
const hoursAgo = (hours: number) => new Date(now - hours * HOUR).toISOString();
const never = new AbortController().signal;

async function open() {
  const stores = await openTemporaryStores();
  const entries = stores.vault.collection<{ _id: string; createdAt: string }>({ name: 'kept', indexes: ['createdAt'] });
  const ids = Array.from({ length: 250 }, (_, n) => `entry-${String(n).padStart(3, '0')}`);
  await Promise.all(ids.map((_id, n) => entries.insert({ _id, createdAt: hoursAgo(n < 240 ? 25 : 23) })));
  const standing = async () => (await entries.find({})).documents.map(({ _id }) => _id);
  return { ...stores, entries, ids, standing };
}
afterEach(() => vi.useRealTimers());

test('unreferenced entries are removed after a day; an error keeps only its own entry', async () => {
  await using kept = await open();
  const [unreadable = '', named = ''] = [kept.ids[3], kept.ids[200]];
  const isNamed = async ({ _id }: { _id: string }) => {
    if (_id === unreadable) throw new Error('damaged');
    return _id === named;
  };
  await expect(sweepUnnamed(kept.entries, { now, isNamed, signal: never })).rejects.toThrow('damaged');
  expect(await kept.standing()).toEqual([unreadable, named, ...kept.ids.slice(240)]);
});

test('the sweep of unreferenced entries stops on request', async () => {
  await using kept = await open();
  const stopping = new AbortController();
  const isNamed = async ({ _id }: { _id: string }) => {
    if (_id === kept.ids[9]) stopping.abort();
    return false;
  };
  await sweepUnnamed(kept.entries, { now, isNamed, signal: stopping.signal });
  expect(await kept.standing()).toEqual(kept.ids.slice(10));
});

test('expired entries are removed, oldest first', async () => {
  await using kept = await open();
  await sweepOldest(kept.entries, { by: 'createdAt', isOver: ({ createdAt }) => createdAt < hoursAgo(24) });
  expect(await kept.standing()).toEqual(kept.ids.slice(240));
});

test('all sweeps run at once and then daily; a failing one is reported and blocks no other', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const runs: string[] = [];
  const problems: string[] = [];
  const stopping = new AbortController();
  const sweeping = sweepDaily(
    {
      broken: async () => {
        throw new Error('away');
      },
      sound: async () => void runs.push('sound'),
    },
    (message) => problems.push(message),
    stopping.signal,
  );
  await vi.waitUntil(() => runs.length === 1, 10_000);
  vi.advanceTimersByTime(24 * HOUR);
  await vi.waitUntil(() => runs.length === 2, 10_000);
  stopping.abort();
  await sweeping;
  vi.advanceTimersByTime(24 * HOUR);
  expect(runs).toHaveLength(2);
  expect(problems).toEqual(Array(2).fill("The vault's broken could not be swept"));
});
