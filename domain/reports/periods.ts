import { LIMITS } from '../limits/limits.ts';
import { TEXTS } from '../text/texts.ts';
import { addDays, dayOfLaterMonth, fullDay } from '../values/days.ts';
import type { Range } from './buckets.ts';

const MONTHS = { lastMonth: 1, last3Months: 3, last6Months: 6, lastYear: 12 } as const;

export const PERIODS = [...(Object.keys(MONTHS) as (keyof typeof MONTHS)[]), 'allTime', 'custom'] as const;
export type Period = (typeof PERIODS)[number];
export const DEFAULT_PERIOD: Period = 'last3Months';

export const PERIOD_NAMES: Readonly<Record<Period, string>> = {
  lastMonth: 'Last Month',
  last3Months: 'Last 3 Months',
  last6Months: 'Last 6 Months',
  lastYear: 'Last Year',
  allTime: 'All Time',
  custom: 'Custom Date Range',
};

/** The months that end today: three months on 25 November begin on 26 August. */
const lastMonths = (count: number, today: string): Range => ({
  from: addDays(dayOfLaterMonth(today, -count, Number(today.slice(8))), 1),
  to: today,
});

export const defaultRange = (today: string): Range => lastMonths(MONTHS.last6Months, today);

export const rangeOf = (period: keyof typeof MONTHS, today: string): Range => lastMonths(MONTHS[period], today);

const FIRST_DAY = '1970-01-01';
const LAST_DAY = '2199-12-31';

export interface RangeProblem {
  readonly field: keyof Range;
  readonly message: string;
}

/** Why the two dates are no range that reports can count; null for a valid one. A missing date is empty. */
export function rangeProblem({ from, to }: Range): RangeProblem | null {
  if (from === '' || to === '') return { field: from === '' ? 'from' : 'to', message: TEXTS.reports.bothDates };
  // Arithmetic with days as texts needs years of four digits, also of the span before and after.
  const unknown = (
    [
      ['from', from],
      ['to', to],
    ] as const
  ).find(([, day]) => day.length !== FIRST_DAY.length || day < FIRST_DAY || day > LAST_DAY);
  if (unknown) return { field: unknown[0], message: TEXTS.reports.yearUnknown(fullDay(FIRST_DAY), fullDay(LAST_DAY)) };
  if (from > to) return { field: 'from', message: TEXTS.reports.datesInOrder };
  if (dayOfLaterMonth(from, 12 * LIMITS.reportYears, Number(from.slice(8))) <= to)
    return { field: 'from', message: TEXTS.reports.rangeTooLong(LIMITS.reportYears) };
  return null;
}
