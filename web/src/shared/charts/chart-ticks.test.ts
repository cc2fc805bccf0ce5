import { expect, test } from 'vitest';
import { axisOf, tickStep } from './chart-ticks.ts';

test('an axis counts by 1 up to 5, by 2 up to 20, by 5 up to 50, and by tenths beyond', () => {
  expect([0, 5, 6, 20, 21, 50, 51, 100, 101].map(tickStep)).toEqual([1, 1, 2, 2, 5, 5, 6, 10, 11]);
});

test('an axis ends with a whole step, even when it is empty', () => {
  expect(axisOf(7)).toEqual({ max: 8, ticks: 4 });
  expect(axisOf(50)).toEqual({ max: 50, ticks: 10 });
  expect(axisOf(0)).toEqual({ max: 1, ticks: 1 });
});
