import { expect, test } from 'vitest';
import { labelOf } from './buckets.ts';

test('months have their name, weeks their ISO number', () => {
  expect(labelOf('2026-10-01', 'month')).toBe('Oct 2026');
  expect(labelOf('2025-12-29', 'week')).toBe('2026-W01');
  expect(labelOf('2026-10-05', 'day')).toBe('2026-10-05');
});
