import { addDays, dayOfLaterMonth } from '../values/days.ts';
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
