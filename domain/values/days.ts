const DAY_MS = 86_400_000;
/** Zone offsets are multiples of a quarter of an hour. */
export const QUARTER_MS = 15 * 60_000;
const QUARTERS = 96;

const formats = new Map<string, Intl.DateTimeFormat>();

/** The calendar day (`YYYY-MM-DD`) of an instant in a zone, independent of the machine's zone and language. */
export function dayIn(timeZone: string, at: string | number): string {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formats.set(timeZone, format);
  }
  const parts = new Map(format.formatToParts(new Date(at)).map(({ type, value }) => [type, value]));
  return `${String(parts.get('year')).padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`;
}

/** The local days of one UTC day: before and after the zone's midnight. */
interface UtcDay {
  readonly before: string;
  readonly midnight: number;
  readonly after: string;
}

function readUtcDay(timeZone: string, startsAt: number): UtcDay {
  const instantAt = (quarter: number) => startsAt + quarter * QUARTER_MS;
  const dayAt = (quarter: number) => dayIn(timeZone, instantAt(quarter));
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

/** `dayIn` for many instants, 20,000 within milliseconds: it formats a few instants per UTC day. */
export function dayReader(timeZone: string): (at: string | number) => string {
  const known = new Map<number, UtcDay>();
  return (at) => {
    const instant = typeof at === 'number' ? at : Date.parse(at);
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

/** Whether a text `YYYY-MM-DD` is a day of the calendar: 30 February is not. */
export const isCalendarDay = (day: string): boolean => !Number.isNaN(atUtc(day).getTime()) && addDays(day, 0) === day;

/** Counts both ends: 1 for the same day, 0 or less if `last` is earlier. */
export const daysBetween = (first: string, last: string): number =>
  (atUtc(last).getTime() - atUtc(first).getTime()) / DAY_MS + 1;

/** 0 is Sunday. */
export const weekdayOf = (day: string): number => atUtc(day).getUTCDay();

/** The day `months` after (or before, if negative) the date's month, or that month's last. */
export function dayOfLaterMonth(date: string, months: number, day: number): string {
  const [year = 0, month = 1] = date.split('-').map(Number);
  const counted = month - 1 + months;
  const wanted = { year: year + Math.floor(counted / 12), month: (((counted % 12) + 12) % 12) + 1 };
  const text = (value: number, length: number) => String(value).padStart(length, '0');
  const clamped = Math.min(day, daysOf(wanted.year, wanted.month));
  return `${text(wanted.year, 4)}-${text(wanted.month, 2)}-${text(clamped, 2)}`;
}

function daysOf(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'] as const;

export const monthName = (day: string): string => MONTHS[Number(day.slice(5, 7)) - 1] ?? '';
/** "12 Mar". */
export const shortDay = (day: string): string => `${Number(day.slice(8))} ${monthName(day)}`;
/** "12 Mar 2026". */
export const fullDay = (day: string): string => `${shortDay(day)} ${day.slice(0, 4)}`;
