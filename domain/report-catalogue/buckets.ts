import { bucketKey, endOf, startOf } from '../reports/buckets.ts';
import type { TimeUnit } from '../saved-report/details.ts';
import { addDays, dayReader, monthName } from '../values/days.ts';

/** A longer axis omits empty buckets. */
const MOST_BUCKETS = 4000;

const firstOf = (day: string, unit: TimeUnit): string => (unit === 'day' ? day : startOf(day, unit));
export const lastOf = (day: string, unit: TimeUnit): string => (unit === 'day' ? day : endOf(day, unit));
/** `2026-03-02`, `2026-W10` or `Mar 2026`. */
export const labelOf = (day: string, unit: TimeUnit): string =>
  unit === 'month' ? `${monthName(day)} ${day.slice(0, 4)}` : unit === 'week' ? bucketKey(day, unit) : day;

/** Days, weeks or months of a zone, named by their first day. */
export function createBuckets(unit: TimeUnit, timeZone: string) {
  const dayOf = dayReader(timeZone);
  const known = new Map<string, string>();
  return {
    startOf(instant: number): string {
      const day = dayOf(instant);
      const found = known.get(day) ?? firstOf(day, unit);
      known.set(day, found);
      return found;
    },
    /** All buckets from the first to the last; null if there are too many. */
    between(first: string, last: string): readonly string[] | null {
      const all: string[] = [];
      for (let at = first; at <= last; at = addDays(lastOf(at, unit), 1)) {
        if (all.length > MOST_BUCKETS) return null;
        all.push(at);
      }
      return all;
    },
  };
}
