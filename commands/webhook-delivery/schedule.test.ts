import { expect, test } from 'vitest';
import { consequenceOf, MOST_TRIES, retryDelay, STEPS_MS } from './schedule.ts';

const HOUR = 3_600_000;

test('eight attempts take 27.6 hours, each step 20 % more or less', () => {
  expect(MOST_TRIES).toBe(8);
  expect(STEPS_MS.reduce((sum, step) => sum + step, 0) / HOUR).toBeCloseTo(27.58, 2);
  for (const [n, step] of STEPS_MS.entries()) {
    expect(retryDelay(n + 1, 0)).toBe(Math.round(step * 0.8));
    expect(retryDelay(n + 1, 0.5)).toBe(step);
    expect(retryDelay(n + 1, 1)).toBe(Math.round(step * 1.2));
  }
  expect(retryDelay(99, 0.5)).toBe(10 * HOUR);
});

test('the target may ask for up to twice the step', () => {
  expect(retryDelay(2, 0.5, 60_000)).toBe(300_000);
  expect(retryDelay(2, 0.5, 400_000)).toBe(400_000);
  expect(retryDelay(2, 0.5, Number.POSITIVE_INFINITY)).toBe(600_000);
});

test('failures warn after four days and disable after five, if they are half a day apart', () => {
  const since = Date.parse('2026-03-01T09:00:00Z');
  for (const [hours, consequence] of [
    [0, 'none'],
    [95, 'none'],
    [96, 'warn'],
    [119, 'warn'],
    [120, 'disable'],
  ] as const) {
    expect([hours, consequenceOf(since, since + hours * HOUR)]).toEqual([hours, consequence]);
  }
});
