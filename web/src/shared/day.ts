export const LOCALE = 'en-GB';
const day = new Intl.DateTimeFormat(LOCALE, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });

/** "Thu, 12 Mar 2026", in the viewer's zone (D16). */
export const formatDay = (at: string | Date): string => day.format(new Date(at));
