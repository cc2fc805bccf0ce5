import { addDays, dayOfLaterMonth, weekdayOf } from '../values/days.ts';

/** Weeks start on Monday and have ISO 8601 numbers. */
export const INTERVALS = ['month', 'week'] as const;
export type Interval = (typeof INTERVALS)[number];

/** Days are `YYYY-MM-DD` in the organization's zone; both are included. */
export interface Range {
  readonly from: string;
  readonly to: string;
}

export interface Bucket extends Range {
  readonly key: string;
  /** Its whole month or week is in the range and has ended. */
  readonly isComplete: boolean;
  /** The last day of its month or week, which may be after the range. */
  readonly closesOn: string;
}

const mondayOf = (day: string): string => addDays(day, -((weekdayOf(day) + 6) % 7));

/** `2026-W01`: the year is that of the week's Thursday. */
export function isoWeekOf(day: string): string {
  const thursday = addDays(mondayOf(day), 3);
  const year = thursday.slice(0, 4);
  const week = 1 + Math.floor((Date.parse(thursday) - Date.parse(`${year}-01-01`)) / 604_800_000);
  return `${year}-W${String(week).padStart(2, '0')}`;
}

export const startOf = (day: string, interval: Interval): string =>
  interval === 'month' ? `${day.slice(0, 7)}-01` : mondayOf(day);

export const endOf = (day: string, interval: Interval): string =>
  interval === 'month' ? dayOfLaterMonth(day, 0, 31) : addDays(mondayOf(day), 6);

export const bucketKey = (day: string, interval: Interval): string =>
  interval === 'month' ? day.slice(0, 7) : isoWeekOf(day);

/** All buckets of the range, including empty ones; the first and the last are cut at its ends. */
export function bucketsOf({ from, to }: Range, interval: Interval, today: string): readonly Bucket[] {
  const buckets: Bucket[] = [];
  for (let start = startOf(from, interval); start <= to; start = addDays(endOf(start, interval), 1)) {
    const closesOn = endOf(start, interval);
    buckets.push({
      key: bucketKey(start, interval),
      from: start < from ? from : start,
      to: closesOn > to ? to : closesOn,
      isComplete: start >= from && closesOn <= to && closesOn < today,
      closesOn,
    });
  }
  return buckets;
}
