import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayReader, daysBetween } from '../values/days.ts';
import { bucketsOf, endOf, INTERVALS, isoWeekOf } from './buckets.ts';
import { arrivedSentence } from './comparison.ts';
import { type Arrived, type OverviewQuestion, overviewOf } from './overview.ts';
import { defaultRange, rangeOf } from './periods.ts';
import { grandTotal } from './report.ts';

const ZONES = [
  'Africa/Cairo',
  'America/Santiago',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Asia/Kathmandu',
];
const QUARTER = 15 * 60_000;
const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 25, 9, 30);
const at = (text: string) => Date.parse(text);
const OLD = { _id: 'old', name: 'Java, spring', openedAt: '2026-03-01T02:00:00.000Z', hasOpened: true };
const NEW = { _id: 'new', name: 'Full-Stack, day', openedAt: '2026-10-01T02:00:00.000Z', hasOpened: true };
const courses = [OLD, NEW];
const asked: OverviewQuestion = {
  courses,
  sinceOpening: { course: NEW, count: 20, former: { name: OLD.name, count: 14 } },
  chosen: 'all',
  range: rangeOf('last3Months', '2026-11-25'),
  isCompared: true,
  interval: 'month',
  completeOnly: false,
  zone: 'UTC',
  dayOf: dayReader('UTC'),
  now: NOW,
  position: '0x0',
};
const one = (batchId: string, when: string, count = 1): Arrived => ({ batchId, at: at(when), count });

test('ISO weeks belong to the year of their Thursday', () => {
  const days = ['2018-12-31', '2021-01-01', '2025-12-31', '2026-01-01', '2027-01-03', '2026-11-25'];
  expect(days.map(isoWeekOf)).toEqual(['2019-W01', '2020-W53', '2026-W01', '2026-W01', '2026-W53', '2026-W48']);
});

test('periods end today: three months on 25 November are 92 days', () => {
  expect(rangeOf('last3Months', '2026-11-25')).toEqual({ from: '2026-08-26', to: '2026-11-25' });
  expect(rangeOf('lastMonth', '2026-03-31')).toEqual({ from: '2026-03-01', to: '2026-03-31' });
  expect(rangeOf('lastYear', '2026-02-28')).toEqual({ from: '2025-03-01', to: '2026-02-28' });
  expect(defaultRange('2026-11-25')).toEqual({ from: '2026-05-26', to: '2026-11-25' });
});

describe('buckets', () => {
  const day = fc
    .integer({ min: 0, max: 4000 })
    .map((n) => new Date(Date.UTC(2020, 0, 1) + n * DAY).toISOString().slice(0, 10));
  test('cover each day of a range exactly once, one-day ranges too', () => {
    fc.assert(
      fc.property(day, day, fc.constantFrom(...INTERVALS), (one, other, interval) => {
        const range = one < other ? { from: one, to: other } : { from: other, to: one };
        const buckets = bucketsOf(range, interval, '2031-01-01');
        expect(buckets[0]?.from).toBe(range.from);
        expect(buckets.at(-1)?.to).toBe(range.to);
        expect(buckets.reduce((days, bucket) => days + daysBetween(bucket.from, bucket.to), 0)).toBe(
          daysBetween(range.from, range.to),
        );
        expect(new Set(buckets.map(({ key }) => key)).size).toBe(buckets.length);
        for (const { to, closesOn } of buckets.slice(0, -1)) expect(to).toBe(closesOn);
        for (const bucket of buckets) expect(endOf(bucket.from, interval)).toBe(bucket.closesOn);
      }),
    );
  });
});

describe('the overview', () => {
  test('puts each instant into exactly one bucket, in zones with unusual clock changes', () => {
    const instant = fc.integer({ min: 0, max: 35_000 }).map((n) => Date.UTC(2026, 0, 1) + n * QUARTER);
    const arrived = fc.array(fc.record({ batchId: fc.constantFrom('old', 'new'), at: instant, count: fc.constant(1) }));
    fc.assert(
      fc.property(arrived, fc.constantFrom(...ZONES), fc.constantFrom(...INTERVALS), (all, zone, interval) => {
        const dayOf = dayReader(zone);
        const range = { from: '2026-02-01', to: '2026-11-25' };
        const { trends, courses: perCourse } = overviewOf(all, { ...asked, zone, dayOf, range, interval });
        const inside = all.filter((each) => dayOf(each.at) >= range.from && dayOf(each.at) <= range.to).length;
        expect(grandTotal(trends)).toBe(inside);
        expect(trends.rows.reduce((sum, { cells }) => sum + (cells[0] ?? 0) + (cells[1] ?? 0), 0)).toBe(inside);
        expect(grandTotal(perCourse)).toBe(inside);
      }),
      { numRuns: 50 },
    );
  });

  test('marks the first and last month, which are not whole, and leaves them out on request', () => {
    const arrived = [
      one('new', '2026-08-30T01:00Z'),
      one('new', '2026-10-30T01:00Z', 3),
      one('old', '2026-11-02T01:00Z'),
    ];
    const { trends } = overviewOf(arrived, asked);
    expect(trends.rows.map(({ title, note, cells }) => [title, note, ...cells])).toEqual([
      ['Aug 2026', '26 Aug to 31 Aug only', 0, 1],
      ['Sept 2026', null, 0, 0],
      ['Oct 2026', null, 0, 3],
      ['Nov 2026', 'so far, closes 30 Nov', 1, 0],
    ]);
    const whole = overviewOf(arrived, { ...asked, completeOnly: true });
    expect(whole.trends.range).toEqual({ from: '2026-09-01', to: '2026-10-31' });
    expect([whole.trends, whole.courses].map(grandTotal)).toEqual([3, 3]);
    const none = overviewOf(arrived, { ...asked, range: rangeOf('lastMonth', '2026-11-25'), completeOnly: true });
    expect([none.trends.rows.length, grandTotal(none.launch), none.trends.sentence]).toEqual([
      0,
      0,
      'No month of this period is complete yet.',
    ]);
  });

  test('says of months after today that they have not begun', () => {
    const { trends } = overviewOf([], { ...asked, range: { from: '2026-11-01', to: '2027-01-15' } });
    expect(trends.rows.map(({ note }) => note)).toEqual([
      'so far, closes 30 Nov',
      'has not started',
      'has not started',
    ]);
  });

  test('compares equal lengths: the days before end at the same time of day', () => {
    const before = [
      one('old', '2026-08-25T09:15Z', 50),
      one('old', '2026-08-25T09:30Z', 7),
      one('old', '2026-05-25T12:00Z', 9),
    ];
    const now = [one('old', '2026-08-26T00:00Z', 69)];
    expect(overviewOf([...before, ...now], asked).trends.sentence).toBe(
      '69 applied in the last 92 days, 38% more than in the 92 before.',
    );
  });

  test('compares the days of a range that have begun, if it ends after today, and names a single day once', () => {
    const arrived = [
      one('new', '2026-11-18T01:00Z', 8),
      one('new', '2026-11-17T09:15Z', 4),
      one('old', '2026-11-18T02:00Z', 4),
      one('old', '2026-11-20T01:00Z', 24),
      one('new', '2026-11-24T01:00Z', 6),
    ];
    const inDays = (from: string, to: string) => overviewOf(arrived, { ...asked, range: { from, to } });
    const month = inDays('2026-11-19', '2026-12-18');
    expect(month.trends.sentence).toBe('30 applied in the last 7 days, 88% more than in the 7 before.');
    expect(month.courses.sentence).toBe('Java, spring had the most: 24 of 30 (80%), against 25% in the 7 days before.');
    const day = inDays('2026-11-18', '2026-11-18');
    expect(day.trends.sentence).toBe('12 applied on 18 Nov 2026, 200% more than on the day before.');
    expect(day.courses.sentence).toBe('Full-Stack, day had the most: 8 of 12 (67%), against 100% on the day before.');
  });

  test('counts nobody, rather than leaving a gap, in weeks after an opening and before All Time begins', () => {
    const range = { from: '2026-03-20', to: '2026-11-25' };
    const firstWeek = (isCompared: boolean) =>
      overviewOf([one('old', '2026-03-20T02:00Z')], { ...asked, range, isCompared }).launch.rows[0]?.cells;
    expect(firstWeek(false)).toEqual([0, 0]);
    expect(firstWeek(true)).toEqual([null, 0]);
  });

  test('counts weeks 1 to 52 since each course opened, and compares the newest with the one before at the same age', () => {
    const arrived = [
      one('old', '2026-02-28T23:00Z', 4),
      one('old', '2026-03-01T02:00Z', 2),
      one('old', '2026-03-07T23:00Z', 3),
      one('old', '2026-03-08T00:00Z', 5),
      one('old', '2026-05-20T00:00Z', 100),
      one('new', '2026-10-02T00:00Z', 20),
    ];
    const { launch } = overviewOf(arrived, { ...asked, range: { from: '2026-02-01', to: '2026-11-25' } });
    expect(launch.rows.slice(0, 3).map(({ key, cells }) => [key, ...cells])).toEqual([
      ['1', 5, 20],
      ['2', 5, 0],
      ['3', 0, 0],
    ]);
    expect(launch.rows.at(-1)?.key).toBe('39');
    expect(launch.rows.at(-1)?.cells).toEqual([0, null]);
    expect(launch.totals).toEqual([110, 20]);
    expect(launch.sentence).toBe(
      '20 had applied to Full-Stack, day by day 56, 43% more than to Java, spring by its day 56.',
    );
    const sentenceOf = (sinceOpening: OverviewQuestion['sinceOpening']) =>
      overviewOf(arrived, { ...asked, sinceOpening }).launch.sentence;
    expect(sentenceOf({ course: OLD, count: 0, former: null })).toBe('No one had applied to Java, spring by day 270.');
    const former = { name: NEW.name, count: 0 };
    expect(sentenceOf({ course: OLD, count: 1200, former })).toBe(
      '1,200 had applied to Java, spring by day 270, and no one to Full-Stack, day by its day 270.',
    );
    expect(sentenceOf(null)).toBe('');
    const later = overviewOf([one('old', '2027-02-27T00:00Z'), one('old', '2027-02-28T00:00Z')], {
      ...asked,
      range: { from: '2026-02-01', to: '2027-06-01' },
      now: Date.UTC(2027, 5, 1),
    });
    expect(later.launch.totals).toEqual([1, 0]);
  });

  test('a course that never opened has no weeks since its opening, and none that is still running', () => {
    const draft = { _id: 'draft', name: 'Java, next year', openedAt: '2026-11-20T02:00:00.000Z', hasOpened: false };
    const { launch } = overviewOf([one('new', '2026-10-02T00:00Z')], { ...asked, courses: [...courses, draft] });
    expect(launch.totals.at(-1)).toBeNull();
    expect(launch.rows.map(({ cells }) => cells.at(-1))).toEqual(launch.rows.map(() => null));
    expect(launch.rows.filter(({ note }) => note?.includes('next year'))).toEqual([]);
    // An import may come before the opening.
    const { totals } = overviewOf([one('draft', '2026-11-21T00:00Z')], {
      ...asked,
      courses: [...courses, draft],
    }).launch;
    expect(totals.at(-1)).toBe(1);
  });
});

test.each([
  [5, 5, '5 applied in the last 2 days, as many as in the 2 before.'],
  [0, 5, 'No one applied in the last 2 days, 5 in the 2 before.'],
  [5, 0, '5 applied in the last 2 days, and no one in the 2 before.'],
  [3, 4, '3 applied in the last 2 days, 25% fewer than in the 2 before.'],
  [1001, 1000, '1,001 applied in the last 2 days, slightly more than in the 2 before.'],
  [7, null, '7 applied since 24 Nov 2026.'],
] as const)('%d after %j reads: %s', (count, before, words) => {
  expect(arrivedSentence(count, before, { from: '2026-11-24', to: '2026-11-25' }, '2026-11-25')).toBe(words);
});
