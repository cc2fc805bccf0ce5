import { counted } from '../text/counted.ts';
import type { CommentLog } from './state.ts';
import type { StatusLimit } from './status-limits.ts';
import { type ApplicationStatus, canBeOverdue } from './statuses.ts';

const DAY_MS = 24 * 3_600_000;

export const daysInStatus = (statusSince: string, now: number): number =>
  Math.max(0, Math.floor((now - Date.parse(statusSince)) / DAY_MS));

export const inDays = (days: number): string => (days === 0 ? 'Less than a day' : counted(days, 'day', 'days'));

export const MAX_LIMIT_DAYS = 365;
export const canBeLimit = (days: number): boolean => Number.isInteger(days) && days >= 1 && days <= MAX_LIMIT_DAYS;

/** False for a status without a limit, and for ended and COMPLETE ones, also if they have a limit (rule 179). */
export function isOverdue(
  { status, statusSince }: { readonly status: ApplicationStatus; readonly statusSince: string },
  limits: readonly StatusLimit[],
  now: number,
): boolean {
  const limit = limits.find((one) => one.status === status);
  return limit !== undefined && canBeOverdue(status) && daysInStatus(statusSince, now) >= limit.days;
}

/** `today` (`YYYY-MM-DD`) is a day of the school's time zone. */
export const isDue = ({ followUpOn }: CommentLog, today: string): boolean =>
  followUpOn !== undefined && followUpOn <= today;

/** Rule 179 holds for follow-ups too. */
export const hasDueFollowUp = (status: ApplicationStatus, comments: readonly CommentLog[], today: string): boolean =>
  canBeOverdue(status) && comments.some((comment) => isDue(comment, today));
