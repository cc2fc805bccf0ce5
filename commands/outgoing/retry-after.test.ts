import { expect, test } from 'vitest';
import { retryAfterOf } from './retry-after.ts';

const now = Date.parse('2026-03-02T09:30:00Z');

test.each([
  [undefined, 0],
  ['soon', 0],
  ['-5', 0],
  ['0', 0],
  ['30', 30_000],
  ['Mon, 02 Mar 2026 09:31:00 GMT', 60_000],
  ['Mon, 02 Mar 2026 09:29:00 GMT', 0],
  ['999999999999', 24 * 3_600_000],
  ['9'.repeat(400), 24 * 3_600_000],
  ['Fri, 31 Dec 9999 23:59:59 GMT', 24 * 3_600_000],
  ['9e99', 0],
])('Retry-After: %s is a pause of %s ms', (text, wait) => {
  expect(retryAfterOf(text === undefined ? {} : { 'retry-after': text }, now)).toBe(wait);
});
