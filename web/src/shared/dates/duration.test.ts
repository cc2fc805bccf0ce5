import { expect, test } from 'vitest';
import { formatMinutes } from './duration.ts';

test.each([
  [0, '0 minutes'],
  [1, '1 minute'],
  [60, '1 hour'],
  [90, '1 hour 30 minutes'],
  [4320, '3 days'],
  [1501, '1 day 1 hour 1 minute'],
])('%d minutes read "%s"', (minutes, words) => expect(formatMinutes(minutes)).toBe(words));
