import { expect, test } from 'vitest';
import { clockWords } from './time-left.ts';

test.each([
  [90_000, '1 day 1 hour'],
  [3723, '1:02:03'],
  [727, '12:07'],
  [9, '0:09'],
  [-3, '0:00'],
])('%d seconds read %s', (seconds, words) => expect(clockWords(seconds)).toBe(words));
