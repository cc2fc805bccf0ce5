import { z } from 'zod';
import { TEXTS } from '../texts.ts';
import { APPLICATION_STATUSES, type ApplicationStatus } from './statuses.ts';

/** So many days an application may have a status before somebody should look at it. */
export const STATUS_LIMIT = z.object({ status: z.enum(APPLICATION_STATUSES), days: z.number().int() });
export type StatusLimit = z.infer<typeof STATUS_LIMIT>;

const MAX_DAYS = 365;
const DAY_MS = 24 * 3_600_000;
/** Made once, as making it takes longer than using it. */
const { format: grouped } = new Intl.NumberFormat('en');

/** Why these cannot be the limits of an organization, or null. */
export function faultOfLimits(limits: readonly StatusLimit[]): string | null {
  for (const [n, { status, days }] of limits.entries()) {
    if (!Number.isInteger(days) || days < 1 || days > MAX_DAYS) return TEXTS.organizations.statusLimitInvalid(MAX_DAYS);
    if (limits.findIndex((other) => other.status === status) !== n) return TEXTS.organizations.statusLimitTwice(status);
  }
  return null;
}

/** Whole days since it has had its present status. */
export const daysInStatus = (statusSince: string, now: number): number =>
  Math.max(0, Math.floor((now - Date.parse(statusSince)) / DAY_MS));

/** A time in a status in words, the same wherever it is told. */
export const inDays = (days: number): string =>
  days === 0 ? 'Less than a day' : `${grouped(days)} ${days === 1 ? 'day' : 'days'}`;

/** Whether it has had its status for longer than its organization allows; a status without a limit never is. */
export function isOverdue(
  { status, statusSince }: { readonly status: ApplicationStatus; readonly statusSince: string },
  limits: readonly StatusLimit[],
  now: number,
): boolean {
  const limit = limits.find((one) => one.status === status);
  return limit !== undefined && daysInStatus(statusSince, now) >= limit.days;
}
