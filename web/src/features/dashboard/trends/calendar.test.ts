import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayIn } from '../../../../../domain/payment-account/schedule.ts';
import { addDays, dayReader, longLabel, periodsBetween, shortLabel, weekOf } from './calendar.ts';

describe('the day of an instant', () => {
  test("is that of the organization's time zone", () => {
    const dayOf = dayReader('Asia/Manila');
    expect(dayOf('2026-03-01T15:59:59.999Z')).toBe('2026-03-01');
    expect(dayOf('2026-03-01T16:00:00.000Z')).toBe('2026-03-02');
  });
  test("equals the calendar's in zones with odd offsets, far from UTC, and at clock changes", () => {
    const zones = [
      'UTC',
      'Asia/Kathmandu',
      'Pacific/Kiritimati',
      'Pacific/Pago_Pago',
      'America/New_York',
      'Africa/Cairo',
    ];
    const instants = fc.date({ min: new Date('2024-01-01'), max: new Date('2027-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(fc.constantFrom(...zones), instants, (zone, instant) => {
        expect(dayReader(zone)(instant.toISOString())).toBe(dayIn(zone, instant.toISOString()));
      }),
      { numRuns: 60 },
    );
  });
});

describe('weeks', () => {
  test('start on Sunday', () => {
    expect(weekOf('2026-03-01')).toBe('2026-03-01');
    expect(weekOf('2026-03-07')).toBe('2026-03-01');
    expect(weekOf('2026-03-08')).toBe('2026-03-08');
  });
  test('follow each other without a gap, also at the end of a year', () => {
    expect(periodsBetween('2025-12-24', '2026-01-05', 'week')).toEqual(['2025-12-21', '2025-12-28', '2026-01-04']);
    expect(periodsBetween('2025-12-31', '2026-01-01', 'day')).toEqual(['2025-12-31', '2026-01-01']);
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
  });
  test('are named by their first day', () => {
    expect(shortLabel('2026-03-01')).toBe('1 Mar');
    expect(longLabel('2026-03-01', 'week')).toBe('Week from Sun, 1 Mar 2026');
    expect(longLabel('2026-03-02', 'day')).toBe('Mon, 2 Mar 2026');
  });
});
