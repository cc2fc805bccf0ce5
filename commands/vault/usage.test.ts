import { expect, test } from 'vitest';
import { openTemporaryStores } from '../../test/support/temporary-stores.ts';
import { usageOf } from './usage.ts';

const MINUTE = 60_000;
const nothing = async () => 0;

test('parallel writes never exceed the limit, over several processes', async () => {
  await using stores = await openTemporaryStores();
  const processes = [1, 2, 3].map(() => usageOf({ vault: stores.vault, now: () => 0 }));
  const room = { amount: 30, limit: 100, count: nothing };
  const taken = await Promise.all(Array.from({ length: 12 }, (_, n) => processes[n % 3]?.take('ada', room)));
  expect(taken.filter(Boolean)).toHaveLength(3);
  expect(await processes[0]?.take('ben', room)).toBe(true);
});

test('removing releases quota, and a counter that is too high is recounted', async () => {
  await using stores = await openTemporaryStores();
  let clock = 0;
  const usage = usageOf({ vault: stores.vault, now: () => clock });
  const take = (amount: number, held = 0) => usage.take('ada', { amount, limit: 100, count: async () => held });
  expect(await take(90)).toBe(true);
  expect(await take(20)).toBe(false);
  await usage.giveBack('ada', 50);
  expect(await take(20)).toBe(true);
  expect(await take(90, 5)).toBe(false);
  clock = 2 * MINUTE;
  expect(await take(90, 5)).toBe(true);
});

test('data beyond the limit stays, and only growth is refused', async () => {
  await using stores = await openTemporaryStores();
  const usage = usageOf({ vault: stores.vault, now: () => 0 });
  const take = (amount: number) => usage.take('ada', { amount, limit: 100, count: async () => 500 });
  expect(await take(1)).toBe(false);
  expect(await take(-100)).toBe(true);
  expect(await take(1)).toBe(false);
});

test('a daily quota is full until the next day', async () => {
  await using stores = await openTemporaryStores();
  let clock = 0;
  const usage = usageOf({ vault: stores.vault, now: () => clock });
  const today = () => usage.takeToday('ada', { amount: 60, limit: 100 });
  expect([await today(), await today()]).toEqual([true, false]);
  clock = 24 * 60 * MINUTE;
  await usage.sweep();
  expect(await today()).toBe(true);
});
