import { firstSegment, firstSegments } from '../values/pages.ts';

const UNCOUNTED = firstSegments(({ isCounted = true }) => !isCounted);

const TELLTALE = /token|proof|password|@|%40/i;

/** Whether an address may be reported to analytics services: it must contain no secret and no person. */
export const isCounted = (path: string, search: string): boolean =>
  !UNCOUNTED.has(firstSegment(path)) && !TELLTALE.test(search);

/** Name of the `Server-Timing` metric with which the server names an embedded program's school to its frame. */
export const SCHOOL_METRIC = 'school';

/** Names of `Server-Timing` metrics with which the server announces the allowed services to a page. */
export const ANALYTICS_METRICS = { google: 'google-analytics', facebook: 'facebook-pixel' } as const;
