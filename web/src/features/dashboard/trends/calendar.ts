import { addDays, weekdayOf } from '../../../../../domain/values/days.ts';
import { lazyValue } from '../../../shared/browser/lazy-value.ts';
import { formatCalendarDay } from '../../../shared/dates/day.ts';

export const weekOf = (day: string): string => addDays(day, -weekdayOf(day));

export const PERIODS = ['week', 'day'] as const;
export type Period = (typeof PERIODS)[number];

export const startOf = (day: string, period: Period): string => (period === 'week' ? weekOf(day) : day);

export function periodsBetween(first: string, last: string, period: Period): readonly string[] {
  const starts: string[] = [];
  const end = startOf(last, period);
  for (let start = startOf(first, period); start <= end; start = addDays(start, period === 'week' ? 7 : 1))
    starts.push(start);
  return starts;
}

const short = lazyValue(() => new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }));

export const shortLabel = (start: string): string => short().format(new Date(`${start}T00:00:00Z`));
export const endOf = (start: string, period: Period): string => (period === 'week' ? addDays(start, 6) : start);

export const longLabel = (start: string, period: Period): string =>
  period === 'week' ? `Week of ${formatCalendarDay(start)}` : formatCalendarDay(start);
