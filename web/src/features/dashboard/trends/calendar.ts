import { dayIn } from '../../../../../domain/payment-account/schedule.ts';
import { lazyValue } from '../../../shared/browser/lazy-value.ts';
import { formatCalendarDay } from '../../../shared/dates/day.ts';

const DAY_MS = 86_400_000;
/** Zone offsets are multiples of a quarter of an hour. */
const QUARTER_MS = 15 * 60_000;
const QUARTERS = 96;

/** The local days of one UTC day: before and after the zone's midnight. */
interface UtcDay {
  readonly before: string;
  readonly midnight: number;
  readonly after: string;
}

function readUtcDay(timeZone: string, startsAt: number): UtcDay {
  const instantAt = (quarter: number) => startsAt + quarter * QUARTER_MS;
  const dayAt = (quarter: number) => dayIn(timeZone, new Date(instantAt(quarter)).toISOString());
  let low = 0;
  let high = QUARTERS - 1;
  const before = dayAt(low);
  const after = dayAt(high);
  if (before === after) return { before, midnight: Number.POSITIVE_INFINITY, after };
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (dayAt(middle) === before) low = middle;
    else high = middle;
  }
  return { before, midnight: instantAt(high), after };
}

/** Returns the calendar day of an instant in a zone, 20,000 within milliseconds: it formats one instant per UTC day. */
export function dayReader(timeZone: string): (at: string) => string {
  const known = new Map<number, UtcDay>();
  return (at) => {
    const instant = Date.parse(at);
    const startsAt = Math.floor(instant / DAY_MS) * DAY_MS;
    const day = known.get(startsAt) ?? readUtcDay(timeZone, startsAt);
    known.set(startsAt, day);
    return instant < day.midnight ? day.before : day.after;
  };
}

const atUtc = (day: string) => new Date(`${day}T00:00:00Z`);

export function addDays(day: string, count: number): string {
  return new Date(atUtc(day).getTime() + count * DAY_MS).toISOString().slice(0, 10);
}

export const weekOf = (day: string): string => addDays(day, -atUtc(day).getUTCDay());

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

export const shortLabel = (start: string): string => short().format(atUtc(start));
export const endOf = (start: string, period: Period): string => (period === 'week' ? addDays(start, 6) : start);

export const longLabel = (start: string, period: Period): string =>
  period === 'week' ? `Week from ${formatCalendarDay(start)}` : formatCalendarDay(start);
