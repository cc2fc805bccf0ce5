import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, dayIn, dayOfLaterMonth, dayReader, daysBetween } from './days.ts';

test.each([
  ['2026-01-31', 1, 31, '2026-02-28'],
  ['2028-01-31', 1, 31, '2028-02-29'],
  ['2100-01-15', 1, 29, '2100-02-28'],
  ['2000-01-15', 1, 30, '2000-02-29'],
  ['2026-12-31', 1, 1, '2027-01-01'],
  ['2026-03-31', 1, 31, '2026-04-30'],
  ['2026-11-05', 25, 15, '2028-12-15'],
  ['2026-02-10', -3, 10, '2025-11-10'],
  ['2026-01-31', -2, 31, '2025-11-30'],
  ['2026-12-31', -12, 31, '2025-12-31'],
] as const)('from %s, %d months on, the %dth is %s', (from, months, day, expected) => {
  expect(dayOfLaterMonth(from, months, day)).toBe(expected);
});

test('a day is a day in the organization’s time zone', () => {
  const at = '2026-02-28T16:30:00.000Z';
  expect(dayIn('UTC', at)).toBe('2026-02-28');
  expect(dayIn('Asia/Manila', at)).toBe('2026-03-01');
  expect(dayIn('America/New_York', '2026-01-01T03:00:00.000Z')).toBe('2025-12-31');
});

/** Offsets of half and quarter hours, a shift of half an hour, and clocks that change at midnight. */
const ZONES = [
  'UTC',
  'Africa/Cairo',
  'America/Santiago',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'America/New_York',
];
/** The output of a browser with this `hourCycle` and language. */
const written = (timeZone: string, language: string, instant: Date) => {
  const format = new Intl.DateTimeFormat(language, {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  });
  const part = (wanted: string) => Number(format.formatToParts(instant).find(({ type }) => type === wanted)?.value);
  return new Date(Date.UTC(part('year'), part('month') - 1, part('day'))).toISOString().slice(0, 10);
};

describe('the day of an instant', () => {
  const instants = fc.date({ min: new Date('2021-01-01'), max: new Date('2028-01-01'), noInvalidDate: true });
  test("is the calendar's in every language, in zones with odd offsets and at clock changes", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.constantFrom('en', 'ar-EG', 'fa-IR', 'th'),
        instants,
        (zone, language, at) => {
          expect(dayReader(zone)(at.toISOString())).toBe(written(zone, language, at));
          expect(dayReader(zone)(at.getTime())).toBe(dayIn(zone, at.toISOString()));
        },
      ),
      { numRuns: 200 },
    );
  });
  test('never goes back, so each instant is in one day', () => {
    for (const zone of ZONES) {
      const dayOf = dayReader(zone);
      let last = '';
      for (let at = Date.UTC(2025, 0, 1); at < Date.UTC(2026, 0, 1); at += 15 * 60_000) {
        const day = dayOf(at);
        expect(day >= last && (last === '' || day === last || day === addDays(last, 1))).toBe(true);
        last = day;
      }
    }
  });
  test('does not depend on the zone of the machine', () => {
    const before = process.env.TZ;
    try {
      for (const zone of ZONES) {
        process.env.TZ = zone;
        expect(dayReader('Asia/Manila')('2026-03-01T16:00:00.000Z')).toBe('2026-03-02');
        expect(addDays('2026-04-24', 1)).toBe('2026-04-25');
        expect(daysBetween('2026-01-01', '2026-12-31')).toBe(365);
      }
    } finally {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    }
  });
});
