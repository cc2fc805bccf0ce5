import { BATCH_STATUSES, type BatchStatus } from './status.ts';

export const BATCH_USES = ['show', 'apply', 'continue', 'administer'] as const;
/** Show to the public, accept applications, let applicants change theirs, let staff change them. */
export type BatchUse = (typeof BATCH_USES)[number];

/** What each status allows. Any status may follow any other. */
const ALLOWED: Readonly<Record<BatchStatus, Readonly<Record<BatchUse, boolean>>>> = {
  Draft: { show: false, apply: false, continue: true, administer: true },
  Open: { show: true, apply: true, continue: true, administer: true },
  Closed: { show: false, apply: false, continue: true, administer: true },
  Complete: { show: false, apply: false, continue: false, administer: true },
};

export const allows = (use: BatchUse, status: BatchStatus): boolean => ALLOWED[status][use];

/** Draft, Open, Closed, Complete; the oldest first within each. */
export function compareBatches(
  left: { readonly status: BatchStatus; readonly createdAt: string; readonly _id: string },
  right: { readonly status: BatchStatus; readonly createdAt: string; readonly _id: string },
): number {
  return (
    BATCH_STATUSES.indexOf(left.status) - BATCH_STATUSES.indexOf(right.status) ||
    compareTexts(left.createdAt, right.createdAt) ||
    compareTexts(left._id, right._id)
  );
}

const compareTexts = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
