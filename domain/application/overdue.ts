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

export interface Overdue {
  /** The reached limit or the day of the follow-up, whichever was first; milliseconds since the epoch. */
  readonly since: number;
  /** The limit of its status is reached. */
  readonly isLate: boolean;
  /** The day of the first follow-up that is due. */
  readonly followUpOn: string | null;
}

interface Watched {
  readonly status: ApplicationStatus;
  readonly statusSince?: string | undefined;
  readonly adminComments?: readonly CommentLog[] | undefined;
}

/** Null if neither the limit of its status nor a follow-up is due. Rule 179 holds for both. */
export function overdueSince(
  { status, statusSince, adminComments = [] }: Watched,
  limits: readonly StatusLimit[],
  now: number,
  today: string,
): Overdue | null {
  if (!canBeOverdue(status)) return null;
  const days = limits.find((limit) => limit.status === status)?.days ?? 0;
  const isLate = statusSince !== undefined && isOverdue({ status, statusSince }, limits, now);
  const due = adminComments.flatMap((comment) => (isDue(comment, today) && comment.followUpOn) || []).toSorted();
  const followUpOn = due[0] ?? null;
  if (!isLate && followUpOn === null) return null;
  const limitAt = isLate ? Date.parse(statusSince) + days * DAY_MS : Number.POSITIVE_INFINITY;
  const followUpAt = followUpOn === null ? Number.POSITIVE_INFINITY : Date.parse(followUpOn);
  return { since: Math.min(limitAt, followUpAt), isLate, followUpOn };
}
