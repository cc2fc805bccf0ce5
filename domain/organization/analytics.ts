/** Pages that are nobody's to count: staff's, an account's own, and those that a mailed link opens. */
const UNCOUNTED = /^\/(admin|account|passwordReset|verifyEmail|invite)(\/|$)/i;

/** A token or an email address somewhere in it, escaped or not. */
const TELLTALE = /token|proof|password|@|%40/i;

/** Whether an address may be told to the services that count visits: it must name no secret and no person. */
export const isCounted = (path: string, search: string): boolean => !UNCOUNTED.test(path) && !TELLTALE.test(search);

/** How the server tells a page which services it allows it to call, by the names of its `Server-Timing` metrics. */
export const ANALYTICS_METRICS = { google: 'google-analytics', facebook: 'facebook-pixel' } as const;
