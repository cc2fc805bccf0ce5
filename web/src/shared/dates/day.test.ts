import { expect, test } from 'vitest';
import { formatCalendarDay, formatDay, formatShortDay, LOCALE } from './day.ts';

const EVERY_MONTH = Array.from({ length: 12 }, (_, month) => new Date(2026, month, 3 + 2 * month, 23, 59));

test("days have the browser's British English format", () => {
  const parts = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  const short = new Intl.DateTimeFormat(LOCALE, parts);
  const long = new Intl.DateTimeFormat(LOCALE, { weekday: 'short', ...parts });
  expect(EVERY_MONTH.map(formatShortDay)).toEqual(EVERY_MONTH.map((date) => short.format(date)));
  expect(EVERY_MONTH.map(formatDay)).toEqual(EVERY_MONTH.map((date) => long.format(date)));
});

test('a date without a time is the same day in every time zone', () => {
  expect(formatCalendarDay('2026-03-12')).toBe('Thu, 12 Mar 2026');
  expect(formatCalendarDay('2026-12-31')).toBe('Thu, 31 Dec 2026');
});
