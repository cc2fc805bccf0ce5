import { beforeEach, expect, test } from 'vitest';
import { Budget } from './budget.ts';
import { type Transfer, Transfers } from './transfers.ts';

const taken = (budget: Budget, address: string): number => {
  let count = 0;
  while (budget.reserve(address)) count += 1;
  return count;
};

test('one address gets half of a budget, the next one half of what is left', () => {
  const budget = new Budget(200);
  expect(taken(budget, 'a')).toBe(100);
  expect(taken(budget, 'b')).toBe(50);
  expect(taken(budget, 'c')).toBe(25);
});

test('a thousand addresses leave something for one that holds nothing', () => {
  const budget = new Budget(4000);
  for (let round = 0; round < 100; round += 1) for (let n = 0; n < 1000; n += 1) budget.reserve(`address ${n}`);
  expect(budget.reserve('newcomer')).toBe(true);
});

test('what is given back can be taken again', () => {
  const budget = new Budget(10);
  expect(budget.reserve('a', 5)).toBe(true);
  expect(budget.reserve('a')).toBe(false);
  budget.release('a', 5);
  expect(budget.reserve('b', 5)).toBe(true);
});

const now = performance.now();
const ended: string[] = [];
beforeEach(() => {
  ended.length = 0;
});
const transfer = (address: string, stalledFrom: number): Transfer => ({
  address,
  stalledFrom,
  end: () => void ended.push(address),
});

test('where nothing is free, the transfer that stalled first makes room, and one that goes on does not', () => {
  const transfers = new Transfers(100);
  expect(transfers.hold(transfer('a', now - 5000), 40)).toBe(true);
  expect(transfers.hold(transfer('b', now - 9000), 30)).toBe(true);
  expect(transfers.hold(transfer('c', now + 60_000), 15)).toBe(true);
  expect(transfers.hold(transfer('d', now + 60_000), 20)).toBe(true);
  expect(ended).toEqual(['b']);
  expect(transfers.hold(transfer('e', now + 60_000), 40)).toBe(false);
  expect(ended).toEqual(['b', 'a']);
});

test('an address that has used up its own share ends no stalled transfer of another address', () => {
  const transfers = new Transfers(1600);
  const greedy = transfer('greedy', now + 60_000);
  expect(transfers.hold(transfer('phone', now - 500), 50)).toBe(true);
  let held = 0;
  while (transfers.hold(greedy, 5)) held += 5;
  expect(ended).toEqual([]);
  expect(held).toBe(775);
});

test('what many addresses hold without going on makes room for one that goes on', () => {
  const transfers = new Transfers(1600);
  for (let n = 0; n < 1000; n += 1) transfers.hold(transfer(`attacker ${n}`, now - 500), 1);
  for (let n = 0; n < 1000; n += 1) transfers.hold(transfer(`attacker ${n}`, now - 500), 1);
  const phone = transfer('phone', now + 60_000);
  for (let held = 0; held < 200; held += 5) expect(transfers.hold(phone, 5)).toBe(true);
});
