import type { IncomingHttpHeaders } from 'node:http';

const LONGEST_MS = 24 * 3_600_000;

/** Milliseconds (RFC 9110 §10.2.3: seconds or a date), at most a day; 0 if absent. */
export function retryAfterOf(headers: IncomingHttpHeaders, now: number): number {
  const text = headers['retry-after']?.trim() ?? '';
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(0, wait), LONGEST_MS);
}
