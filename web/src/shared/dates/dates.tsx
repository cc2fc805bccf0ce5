import type { ReactNode } from 'react';
import { useIsHydrated } from '../browser/hydrated.ts';
import { lazyValue } from '../browser/lazy-value.ts';
import { formatCalendarDay, formatDay, LOCALE } from './day.ts';

const MOMENT = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
} as const satisfies Intl.DateTimeFormatOptions;
const moment = lazyValue(() => new Intl.DateTimeFormat(LOCALE, MOMENT));
const momentToSecond = lazyValue(() => new Intl.DateTimeFormat(LOCALE, { ...MOMENT, second: '2-digit' }));
const time = lazyValue(() => new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit' }));

/** "Thu, 12 Mar 2026, 14:03 GMT+8", in the viewer's time zone. */
export const formatMoment = (at: string | Date): string => moment().format(new Date(at));
const minuteOf = (at: string): number => Math.floor(Date.parse(at) / 60_000);

/** With seconds if a neighbour has the same minute, so that two steps of a history never look alike. */
export const formatStep = (at: string, neighbours: readonly (string | undefined)[]): string =>
  neighbours.some((other) => other !== undefined && minuteOf(other) === minuteOf(at))
    ? momentToSecond().format(new Date(at))
    : formatMoment(at);
/** "14:03", for events since the page was opened. */
export const formatTime = (at: string | Date): string => time().format(new Date(at));

const STEPS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;
const relative = lazyValue(() => new Intl.RelativeTimeFormat(LOCALE, { numeric: 'always', style: 'short' }));
/** Days in words; the short form would be "last mo". */
const relativeDays = lazyValue(() => new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto', style: 'short' }));

/** "2 hr ago", "yesterday", "1 mo ago", "just now". */
export function formatAgo(at: string | Date, now: Date = new Date()): string {
  const seconds = (new Date(at).getTime() - now.getTime()) / 1000;
  for (const [unit, length] of STEPS) {
    if (Math.abs(seconds) >= length)
      return (unit === 'day' ? relativeDays() : relative()).format(Math.trunc(seconds / length), unit);
  }
  return 'just now';
}

/** The title is the exact moment. The server uses UTC, because it does not know the viewer's time zone. */
export function Day({ at, children }: { at: string; children?: ReactNode }) {
  const isHydrated = useIsHydrated();
  return (
    <time dateTime={at} title={isHydrated ? formatMoment(at) : undefined}>
      {children ?? (isHydrated ? formatDay(at) : formatCalendarDay(at.slice(0, 10)))}
    </time>
  );
}

/** On the server the time of day is a placeholder of the same width. */
export function Moment({ at }: { at: string }) {
  if (useIsHydrated()) return <time dateTime={at}>{formatMoment(at)}</time>;
  return (
    <time dateTime={at}>
      {formatCalendarDay(at.slice(0, 10))}
      <span style={{ visibility: 'hidden' }}>, 00:00 GMT+0</span>
    </time>
  );
}
