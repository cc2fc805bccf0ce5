import { expect, test } from 'vitest';
import { announced, clockWords } from './time-left.ts';

test.each([
  [90_000, '1 day 1 hour'],
  [3723, '1:02:03'],
  [727, '12:07'],
  [9, '0:09'],
  [-3, '0:00'],
])('%d seconds read %s', (seconds, words) => expect(clockWords(seconds)).toBe(words));

test.each([
  [300, 300, ''],
  [299, 300, ''],
  [60, 300, 'Less than 1 minute left.'],
  [1800, 1800, ''],
  [600, 1800, 'Less than 10 minutes left.'],
  [301, 5400, 'Less than 10 minutes left.'],
  [0, 300, 'Time is up.'],
])('at %d of %d seconds a screen reader hears “%s”', (seconds, limit, words) =>
  expect(announced(seconds, limit)).toBe(words),
);
