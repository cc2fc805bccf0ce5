import { counted, grouped } from '../text/counted.ts';
import { daysBetween, fullDay } from '../values/days.ts';
import type { Range } from './buckets.ts';

/** "38% more than", "as many as"; never a percentage of zero. */
export function compared(count: number, before: number): string {
  if (count === before) return 'as many as';
  const percent = Math.round((Math.abs(count - before) / before) * 100);
  return `${percent === 0 ? 'slightly' : `${grouped(percent)}%`} ${count > before ? 'more' : 'fewer'} than`;
}

/** "on 20 Nov 2026", "from 1 Nov 2026 to 20 Nov 2026". */
export const onDays = ({ from, to }: Range): string =>
  from === to ? `on ${fullDay(from)}` : `from ${fullDay(from)} to ${fullDay(to)}`;

/** Compares two spans of the same length: `before` ends where `count` begins. Null without a span before. */
export function arrivedSentence(count: number, before: number | null, range: Range, today: string): string {
  const days = daysBetween(range.from, range.to);
  const isCurrent = range.to === today;
  const span = isCurrent
    ? `in the last ${counted(days, 'day', 'days')}`
    : `${onDays(range)}${days === 1 ? '' : ` (${grouped(days)} days)`}`;
  const begun = before === null ? `since ${fullDay(range.from)}` : span;
  const start = `${count === 0 ? 'No one' : grouped(count)} applied ${begun}`;
  if (before === null) return `${start}.`;
  const former = days === 1 ? 'on the day before' : `in the ${grouped(days)} before`;
  if (before === 0 || count === 0) return `${start}, ${before === 0 ? 'and no one' : grouped(before)} ${former}.`;
  return `${start}, ${compared(count, before)} ${former}.`;
}
