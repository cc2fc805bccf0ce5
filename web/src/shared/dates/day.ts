export const LOCALE = 'en-GB';

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'] as const;

// As `Intl` formats them in English, without its start-up time of 100 ms on a phone.

/** "12 Mar 2026", in the viewer's time zone. */
export function formatShortDay(at: string | Date): string {
  const date = new Date(at);
  return `${date.getDate()} ${MONTHS[date.getMonth()]} ${date.getFullYear()}`;
}

const pad = (value: number) => String(value).padStart(2, '0');

/** `YYYY-MM-DD`, in the viewer's time zone. */
export function localDay(at: string | Date): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** "Thu, 12 Mar 2026", in the viewer's time zone. */
export const formatDay = (at: string | Date): string => `${DAYS[new Date(at).getDay()]}, ${formatShortDay(at)}`;

/** "Thu, 12 Mar 2026" for a date without a time (`YYYY-MM-DD`), the same in every time zone. */
export function formatCalendarDay(date: string): string {
  const utc = new Date(`${date}T00:00:00Z`);
  return `${DAYS[utc.getUTCDay()]}, ${utc.getUTCDate()} ${MONTHS[utc.getUTCMonth()]} ${utc.getUTCFullYear()}`;
}
