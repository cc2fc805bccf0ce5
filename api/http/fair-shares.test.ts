import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFairShares, type FairShares, type Release } from './fair-shares.ts';

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

/** Asks, and records the outcome. */
function ask(key: string, costMs = CHEAP, signal?: AbortSignal) {
  const asked: { state: 'waiting' | 'started' | 'refused'; release: Release } = { state: 'waiting', release: () => {} };
  const lane = costMs >= COSTLY ? 'costly' : 'small';
  void shares.acquire(key, { costMs, lane }, signal).then((release) => {
    asked.state = release ? 'started' : 'refused';
    if (release) asked.release = release;
  });
  return asked;
}
/** Asks so often, one after another, and counts what could start at once. */
async function startedOf(key: string, count: number, costMs = CHEAP): Promise<number> {
  const all = Array.from({ length: count }, () => ask(key, costMs));
  await later(10);
  for (const { release } of all) release(0);
  return all.filter(({ state }) => state === 'started').length;
}

test('a school that asks alone is never held up, except by its own costly requests', async () => {
  for (let n = 0; n < 50; n += 1) expect(await startedOf('a', 40)).toBe(40);
  const [first, second] = [ask('a', COSTLY), ask('a', COSTLY)];
  await later(10);
  expect([first.state, second.state]).toEqual(['started', 'waiting']);
  first.release(0);
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
    ask('quiet').release(0);
    await later(100);
    for (const { release, state } of waiting) if (state === 'started') release(0);
    const first = states().indexOf('waiting');
    if (first >= 0) expect(states().slice(first)).not.toContain('started');
  }
  expect(states()).toEqual(['started', 'started', 'started']);
});

test('a costly request is slow to follow another, and small ones are not held up by it', async () => {
  const other = setInterval(() => ask('quiet').release(0), 500);
  ask('quiet');
  const first = ask('school', COSTLY);
  await later(10);
  first.release(0);
  const [second, small] = [ask('school', COSTLY), ask('school')];
  await later(3000);
  expect([first.state, second.state, small.state]).toEqual(['started', 'waiting', 'started']);
  await later(9000);
  expect(second.state).toBe('started');
  clearInterval(other);
});

test('calls that may be costly and turn out to be short delay no other call', async () => {
  for (let second = 0; second < 60; second += 1) {
    ask('visitor').release(0);
    for (let n = 0; n < 3; n += 1) {
      const release = shares.tryAcquire('school', { costMs: CHEAP, lane: 'costly' });
      expect(release).not.toBeNull();
      release?.(4);
    }
    await later(1000);
  }
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
    ask('noisy', COSTLY).release(0);
    expect(await startedOf('quiet', 1)).toBe(1);
    expect(await startedOf('quiet', 1, 5)).toBe(1);
    await later(200);
  }
});

test('what an answer cost beyond its preview also counts', async () => {
  ask('other');
  const first = ask('a');
  await later(10);
  first.release(200);
  const second = ask('a');
  await later(10);
  expect(second.state).toBe('waiting');
});

test('work in parts costs its time, and the same work in one piece much more', async () => {
  const untilNext = async (principal: string, furtherMs: number, msInParts: number): Promise<number> => {
    const others = setInterval(() => ask('quiet').release(0), 500);
    ask('quiet');
    const first = ask(principal);
    await later(10);
    first.release(furtherMs, msInParts);
    const next = ask(principal);
    let waited = 0;
    for (; next.state === 'waiting' && waited < 12_000; waited += 100) await later(100);
    clearInterval(others);
    return waited;
  };
  expect(await untilNext('in parts', 0, 300)).toBeLessThan(2000);
  expect(await untilNext('in one piece', 300, 0)).toBeGreaterThan(8000);
});

test('at most 64 wait, each for at most twelve seconds', async () => {
  ask('busy', COSTLY);
  await later(10);
  const waiting = Array.from({ length: 65 }, () => ask('busy', COSTLY));
  await later(10);
  expect(waiting.map(({ state }) => state)).toEqual([...Array(64).fill('waiting'), 'refused']);
  await later(13_000);
  expect(new Set(waiting.map(({ state }) => state))).toEqual(new Set(['refused']));
});

test('a page that was closed while it waited gives up its place and costs nothing', async () => {
  ask('other');
  const first = ask('school', COSTLY);
  await later(10);
  const closed = new AbortController();
  const left = Array.from({ length: 64 }, () => ask('school', COSTLY, closed.signal));
  const full = ask('school', COSTLY);
  await later(10);
  expect([left[0]?.state, full.state]).toEqual(['waiting', 'refused']);
  closed.abort();
  const next = ask('school', COSTLY);
  first.release(0);
  const asking = setInterval(() => ask('other').release(0), 500);
  await later(10_500);
  clearInterval(asking);
  expect(next.state).toBe('started');
});

test('what was charged for a request that was never handled is given back', async () => {
  ask('other');
  for (let n = 0; n < 10; n += 1) {
    const asked = ask('school', COSTLY);
    await later(10);
    expect(asked.state).toBe('started');
    asked.release('unused');
  }
});
