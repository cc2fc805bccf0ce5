import { expect, test } from 'vitest';
import { createMovementWatch } from './movement.ts';

const REBUILD = { share: 0.1, done: 100, total: 1000, eventsPerSecond: 50, etaMs: 18_000 };

test('what is behind and does not move is stuck after half a minute, whatever it says of itself', () => {
  let now = 0;
  const watch = createMovementWatch(() => now);
  const status = { name: 'a', generation: 'a@1.1', position: '10', lag: 1204, rebuild: null };
  watch.note([status]);
  now = 29_000;
  watch.note([status]);
  expect(watch.of('a')).toEqual({ stillForMs: 29_000, isStuck: false });
  now = 40_000;
  watch.note([{ ...status, lag: 1300 }]);
  expect(watch.of('a')).toEqual({ stillForMs: 40_000, isStuck: true });
  expect(watch.stuck()).toEqual(['a']);
  watch.note([{ ...status, position: '11', lag: 1299 }]);
  expect(watch.of('a')).toEqual({ stillForMs: 0, isStuck: false });
});

test('a projection that waits for the pass of another is stuck only when that pass is', () => {
  let now = 0;
  const watch = createMovementWatch(() => now);
  const building = (done: number) => ({
    name: 'a',
    generation: 'a@1.1',
    position: '9',
    lag: 3,
    rebuild: { ...REBUILD, done },
  });
  const waiting = { name: 'b', generation: null, position: '0', lag: 5000, rebuild: null };
  for (const done of [100, 200]) {
    watch.note([building(done), waiting]);
    now += 25_000;
  }
  expect(watch.of('b').isStuck).toBe(false);
  watch.note([building(200), waiting]);
  now += 10_000;
  expect(watch.of('b').isStuck).toBe(true);
});

test('a rebuild that moves is never stuck, and neither is one at the head of the log', () => {
  let now = 0;
  const watch = createMovementWatch(() => now);
  for (let done = 100; done <= 1000; done += 100) {
    watch.note([
      { name: 'a', generation: null, position: '0', lag: 5000, rebuild: { ...REBUILD, done } },
      { name: 'b', generation: 'b@1.1', position: '9', lag: 0, rebuild: null },
    ]);
    now += 25_000;
    expect([watch.of('a').isStuck, watch.of('b').isStuck]).toEqual([false, false]);
  }
  const stopped = { name: 'a', generation: null, position: '0', lag: 5000, rebuild: { ...REBUILD, done: 1000 } };
  watch.note([stopped]);
  now += 25_000;
  watch.note([stopped]);
  expect(watch.of('a').isStuck).toBe(true);
});
