import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFairShares, type FairShares, type Leave } from './fair-shares.ts';

const CHEAP = 2;
const COSTLY = 100;

let now = 0;
let shares: FairShares;
beforeEach(() => {
  vi.useFakeTimers();
  now = 0;
  shares = createFairShares(() => now);
});
afterEach(() => {
  vi.useRealTimers();
});

async function later(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 10) {
    now += 10;
    await vi.advanceTimersByTimeAsync(10);
  }
}

/** Asks, and tells how it went so far. */
function ask(key: string, costMs = CHEAP) {
  const asked: { state: 'waiting' | 'started' | 'refused'; leave: Leave } = { state: 'waiting', leave: () => {} };
  void shares.enter(key, costMs).then((leave) => {
    asked.state = leave ? 'started' : 'refused';
    if (leave) asked.leave = leave;
  });
  return asked;
}
/** Asks so often, one after another, and counts what could start at once. */
async function startedOf(key: string, count: number, costMs = CHEAP): Promise<number> {
  const all = Array.from({ length: count }, () => ask(key, costMs));
  await later(10);
  for (const { leave } of all) leave(0);
  return all.filter(({ state }) => state === 'started').length;
}

test('a school that asks alone is never held up, except by its own costly requests', async () => {
  for (let n = 0; n < 50; n += 1) expect(await startedOf('a', 40)).toBe(40);
  const [first, second] = [ask('a', COSTLY), ask('a', COSTLY)];
  await later(10);
  expect([first.state, second.state]).toEqual(['started', 'waiting']);
  first.leave(0);
  await later(10);
  expect(second.state).toBe('started');
});

test('a school that asks for a lot waits as soon as another one asks, and the other one does not', async () => {
  for (let n = 0; n < 50; n += 1) await startedOf('noisy', 40);
  const quiet = ask('quiet');
  const noisy = ask('noisy');
  await later(10);
  expect([quiet.state, noisy.state]).toEqual(['started', 'waiting']);
});

test('while others ask, a school gets on at its share: slowly, and in the order in which it asked', async () => {
  for (let n = 0; n < 50; n += 1) await startedOf('noisy', 40);
  ask('quiet');
  const waiting = [ask('noisy'), ask('noisy', 20), ask('noisy')];
  const states = () => waiting.map(({ state }) => state);
  for (let n = 0; n < 90; n += 1) {
    ask('quiet').leave(0);
    await later(100);
    for (const { leave, state } of waiting) if (state === 'started') leave(0);
    const first = states().indexOf('waiting');
    if (first >= 0) expect(states().slice(first)).not.toContain('started');
  }
  expect(states()).toEqual(['started', 'started', 'started']);
});

test('a costly request is slow to follow another, and small ones are not held up by it', async () => {
  const other = setInterval(() => ask('quiet').leave(0), 500);
  ask('quiet');
  const first = ask('school', COSTLY);
  await later(10);
  first.leave(0);
  const [second, small] = [ask('school', COSTLY), ask('school')];
  await later(3000);
  expect([first.state, second.state, small.state]).toEqual(['started', 'waiting', 'started']);
  await later(9000);
  expect(second.state).toBe('started');
  clearInterval(other);
});

test('it goes on at once when the others have stopped asking', async () => {
  for (let n = 0; n < 50; n += 1) await startedOf('noisy', 40);
  ask('quiet');
  const noisy = ask('noisy');
  await later(100);
  expect(noisy.state).toBe('waiting');
  await later(1500);
  expect(noisy.state).toBe('started');
});

test('who asks now and then is never held up, whatever the others ask for', async () => {
  for (let n = 0; n < 100; n += 1) {
    ask('noisy', COSTLY).leave(0);
    expect(await startedOf('quiet', 1)).toBe(1);
    expect(await startedOf('quiet', 1, 5)).toBe(1);
    await later(200);
  }
});

test('what an answer has cost beyond what was foreseen counts, too', async () => {
  ask('other');
  const first = ask('a');
  await later(10);
  first.leave(200);
  const second = ask('a');
  await later(10);
  expect(second.state).toBe('waiting');
});

test('more than 64 do not wait, and nobody waits for more than ten seconds', async () => {
  ask('busy', COSTLY);
  await later(10);
  const waiting = Array.from({ length: 65 }, () => ask('busy', COSTLY));
  await later(10);
  expect(waiting.map(({ state }) => state)).toEqual([...Array(64).fill('waiting'), 'refused']);
  await later(13_000);
  expect(new Set(waiting.map(({ state }) => state))).toEqual(new Set(['refused']));
});
