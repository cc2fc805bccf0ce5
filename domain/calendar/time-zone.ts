import { localTime, offsetValue } from './ical.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const WEEK_MS = 7 * 24 * HOUR_MS;

/** Local times this near a clock change are read in several ways. */
const NEAR_MS = 3 * HOUR_MS;

/** A yearly rule is checked in these years. Later times are written in UTC. */
const YEARS = 10;

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;

export interface CalendarZone {
  /** The VTIMEZONE component; empty if no time is local. */
  readonly lines: readonly string[];
  /** Null: write this time in UTC, because the component does not describe the zone around it. */
  localTime(at: number): string | null;
}

const UTC: CalendarZone = { lines: [], localTime: () => null };

/** ms that the clock of the zone is before UTC. */
function offsetsIn(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-u-ca-iso8601', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (at) => {
    const part: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(at)) part[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
  };
}

interface ClockChange {
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

/** No zone changes its clock twice within a week. */
function changesIn(year: number, offsetAt: (at: number) => number): readonly ClockChange[] {
  const changes: ClockChange[] = [];
  const end = Date.UTC(year + 1, 0, 1);
  let after = offsetAt(Date.UTC(year, 0, 1));
  for (let from = Date.UTC(year, 0, 1); from < end; from += WEEK_MS) {
    const before = after;
    let [low, high] = [from, Math.min(from + WEEK_MS, end)];
    after = offsetAt(high);
    if (before === after) continue;
    while (high - low > MINUTE_MS) {
      const middle = low + Math.floor((high - low) / 2 / MINUTE_MS) * MINUTE_MS;
      if (offsetAt(middle) === before) low = middle;
      else high = middle;
    }
    changes.push({ at: high, before, after });
  }
  return changes;
}

interface LocalDay {
  readonly weekday: number;
  readonly day: number;
  readonly lastDay: number;
  /** Month and time, which a rule repeats. */
  readonly rest: string;
}

function localDayOf({ at, before, after }: ClockChange): LocalDay {
  const local = new Date(at + before);
  return {
    weekday: local.getUTCDay(),
    day: local.getUTCDate(),
    lastDay: new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 0)).getUTCDate(),
    rest: [local.getUTCMonth(), local.getUTCHours(), local.getUTCMinutes(), before, after].join(' '),
  };
}

/** The rule that makes all of these changes, one a year: the last Sunday, the second one, the first from the 2nd on. */
function yearlyRule(changes: readonly ClockChange[]): string | null {
  const days = changes.map(localDayOf);
  const [first, ...others] = days;
  const [change] = changes;
  if (!first || !change) return null;
  if (others.some(({ weekday, rest }) => weekday !== first.weekday || rest !== first.rest)) return null;
  const rule = `FREQ=YEARLY;BYMONTH=${new Date(change.at + change.before).getUTCMonth() + 1}`;
  const weekday = WEEKDAYS[first.weekday];
  if (days.every(({ day, lastDay }) => day > lastDay - 7)) return `${rule};BYDAY=-1${weekday}`;
  const week = (day: number) => Math.ceil(day / 7);
  if (days.every(({ day }) => week(day) === week(first.day))) return `${rule};BYDAY=${week(first.day)}${weekday}`;
  const from = Math.max(1, Math.max(...days.map(({ day }) => day)) - 6);
  if (days.some(({ day, lastDay }) => day < from || from + 6 > lastDay)) return null;
  const monthDays = Array.from({ length: 7 }, (_, index) => from + index);
  return `${rule};BYMONTHDAY=${monthDays.join(',')};BYDAY=${weekday}`;
}

interface Observance {
  readonly change: ClockChange;
  readonly rule: string | null;
}

/** The two rules of a zone whose clock goes forward and back once in each year; null for any other zone. */
function yearlyRules(firstYear: number, offsetAt: (at: number) => number): readonly Observance[] | null {
  const years = Array.from({ length: YEARS }, (_, index) => changesIn(firstYear + index, offsetAt));
  if (years.some(({ length }) => length !== 2)) return null;
  const observances = [0, 1].flatMap((index) => {
    const changes = years.flatMap((ofYear) => ofYear.slice(index, index + 1));
    const rule = yearlyRule(changes);
    return rule !== null && changes[0] ? [{ change: changes[0], rule }] : [];
  });
  return observances.length === 2 ? observances : null;
}

function observanceLines({ change, rule }: Observance): readonly string[] {
  const name = change.after > change.before ? 'DAYLIGHT' : 'STANDARD';
  return [
    `BEGIN:${name}`,
    `DTSTART:${localTime(change.at, change.before)}`,
    `TZOFFSETFROM:${offsetValue(change.before)}`,
    `TZOFFSETTO:${offsetValue(change.after)}`,
    ...(rule === null ? [] : [`RRULE:${rule}`]),
    `END:${name}`,
  ];
}

/**
 * The zone around these times, from what `Intl` knows. It depends on the zone and the earliest time only, so that the same
 * times give the same bytes. A zone without a yearly rule keeps the offset of the earliest time.
 */
export function calendarZone(timeZone: string, times: readonly number[]): CalendarZone {
  if (times.length === 0) return UTC;
  const earliest = times.reduce((least, at) => Math.min(least, at));
  // Some programs miss the first change that a rule makes, so one more comes before the first time.
  const firstYear = new Date(earliest).getUTCFullYear() - 2;
  // Outside of these years a date in a file, which has four digits, could not be written.
  if (firstYear < 1970 || firstYear + YEARS > 9999) return UTC;
  const offsetAt = offsetsIn(timeZone);
  const rules = yearlyRules(firstYear, offsetAt);
  const fixed = offsetAt(earliest);
  if (rules === null && fixed === 0) return UTC;
  const end = Date.UTC(firstYear + YEARS, 0, 1);
  const standard = { at: 0, before: fixed, after: fixed };
  const observances = rules ?? [{ change: { ...standard, at: -fixed }, rule: null }];
  return {
    lines: ['BEGIN:VTIMEZONE', `TZID:${timeZone}`, ...observances.flatMap(observanceLines), 'END:VTIMEZONE'],
    localTime(at) {
      const offset = offsetAt(at);
      const isNearChange = offsetAt(at - NEAR_MS) !== offset || offsetAt(at + NEAR_MS) !== offset;
      if (isNearChange || at >= end || (rules === null && offset !== fixed)) return null;
      return localTime(at, offset);
    },
  };
}
