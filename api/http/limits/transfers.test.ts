import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Transfer, Transfers } from './transfers.ts';

beforeAll(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
// Other files run in the same worker.
afterAll(() => void vi.useRealTimers());

const log: string[] = [];
beforeEach(() => {
  log.length = 0;
});
const transfer = (name: string, stalledFrom = Number.POSITIVE_INFINITY, address = name): Transfer => ({
  address,
  stalledFrom,
  end: () => void log.push(`${name} ended`),
});
const waits = (transfers: Transfers, one: Transfer, name: string, amount: number, toCome: number) =>
  void transfers.holdSoon(one, amount, toCome).then((isHeld) => log.push(`${name} ${isHeld ? 'goes on' : 'refused'}`));
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('a transfer that finds no room waits until those that stand still count as stalled', async () => {
  const transfers = new Transfers(100);
  transfers.hold(transfer('a', performance.now() + 500), 50);
  transfers.hold(transfer('b', performance.now() + 900), 25);
  const newcomer = transfer('newcomer');
  expect(transfers.hold(newcomer, 20)).toBe(false);
  waits(transfers, newcomer, 'newcomer', 20, 20);
  await after(450);
  expect(log).toEqual([]);
  await after(100);
  expect(log).toEqual(['a ended', 'newcomer goes on']);
});

test('a second is the longest that a transfer waits', async () => {
  const transfers = new Transfers(100);
  transfers.hold(transfer('a'), 50);
  transfers.hold(transfer('b'), 25);
  waits(transfers, transfer('newcomer'), 'newcomer', 20, 20);
  await after(950);
  expect(log).toEqual([]);
  await after(100);
  expect(log).toEqual(['newcomer refused']);
});

test('room that is given back goes to the one with the least to come', async () => {
  const transfers = new Transfers(100);
  const holder = transfer('holder');
  transfers.hold(holder, 50);
  transfers.hold(transfer('another'), 25);
  waits(transfers, transfer('long'), 'long', 30, 2000);
  waits(transfers, transfer('short'), 'short', 30, 500);
  transfers.release(holder);
  await after(60);
  expect(log).toEqual(['short goes on']);
});

test('where all that hold something wait for more, the address that holds the most is ended', async () => {
  const transfers = new Transfers(100);
  const [large, small] = [transfer('large'), transfer('small')];
  transfers.hold(large, 50);
  transfers.hold(small, 25);
  waits(transfers, large, 'large', 10, 100);
  waits(transfers, small, 'small', 20, 1000);
  await after(450);
  expect(log).toEqual([]);
  await after(100);
  expect(log).toEqual(['large refused', 'small goes on']);
});

test('of more than 64 that wait, one of the address with the most of them is refused', async () => {
  const transfers = new Transfers(100);
  transfers.hold(transfer('a'), 50);
  transfers.hold(transfer('b'), 25);
  for (let n = 0; n < 63; n += 1) {
    waits(transfers, transfer(`crowd ${n}`, undefined, n % 2 === 0 ? 'crowd' : `one ${n}`), `crowd ${n}`, 20, 1000 + n);
  }
  waits(transfers, transfer('phone'), 'phone', 20, 5000);
  await after(0);
  expect(log).toEqual([]);
  waits(transfers, transfer('newcomer'), 'newcomer', 20, 6000);
  await after(0);
  expect(log).toEqual(['crowd 62 refused']);
});

test('a transfer that ends waits no longer', async () => {
  const transfers = new Transfers(100);
  transfers.hold(transfer('a'), 50);
  transfers.hold(transfer('b'), 25);
  const gone = transfer('gone');
  waits(transfers, gone, 'gone', 20, 20);
  transfers.release(gone);
  await after(0);
  expect(log).toEqual(['gone refused']);
});
