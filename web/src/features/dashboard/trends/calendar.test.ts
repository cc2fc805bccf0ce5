import { describe, expect, test } from 'vitest';
import { longLabel, periodsBetween, shortLabel, weekOf } from './calendar.ts';

describe('weeks', () => {
  test('start on Sunday', () => {
    expect(weekOf('2026-03-01')).toBe('2026-03-01');
    expect(weekOf('2026-03-07')).toBe('2026-03-01');
    expect(weekOf('2026-03-08')).toBe('2026-03-08');
  });
  test('follow each other without a gap, also at the end of a year', () => {
    expect(periodsBetween('2025-12-24', '2026-01-05', 'week')).toEqual(['2025-12-21', '2025-12-28', '2026-01-04']);
    expect(periodsBetween('2025-12-31', '2026-01-01', 'day')).toEqual(['2025-12-31', '2026-01-01']);
  });
  test('are named by their first day', () => {
    expect(shortLabel('2026-03-01')).toBe('1 Mar');
    expect(longLabel('2026-03-01', 'week')).toBe('Week of Sun, 1 Mar 2026');
    expect(longLabel('2026-03-02', 'day')).toBe('Mon, 2 Mar 2026');
  });
});
