/**
 * One subject's events in one group. `at`: quarter of an hour since 1970, or milliseconds for a median; 0 without time.
 */
export interface Part {
  readonly at: number;
  /** Values as after the event, in the order of the plan. */
  readonly values: readonly (string | null)[];
  readonly n: number;
  readonly sum: number;
}

/** One application's (or program's) contribution to a report, so that it can be removed or moved to another group. */
export interface Subject {
  readonly id: string;
  /** No part counts, and no part is added. */
  readonly isGone: boolean;
  /** The copy that a transfer made. */
  readonly copyId: string | null;
  /** Copies from which it has returned: it left TRANSFERRED. */
  readonly formerCopies?: readonly string[];
  /** Its status is CANCELLED; known of those that have been so. */
  readonly isCancelled?: boolean;
  readonly userId: string | null;
  /** In the order of the plan, as of the last event. */
  readonly facts: readonly (string | null)[];
  /** The first start of a median, in milliseconds. */
  readonly start: number | null;
  readonly parts: readonly Part[];
}

/**
 * One document holds several subjects, because a projection may have fewer documents than a school has applications.
 */
export interface ReportShard {
  readonly _id: string;
  readonly _pos?: bigint;
  /** Position of its newest change: a reader detects changes during its read. */
  readonly changed: number;
  /** The report's version that folded it. */
  readonly definition: number;
  readonly subjects: readonly Subject[];
}

export const newSubject = (id: string, facts: number): Subject => ({
  id,
  isGone: false,
  copyId: null,
  userId: null,
  facts: Array<null>(facts).fill(null),
  start: null,
  parts: [],
});

const SHARDS = 16_384;
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** FNV-1a. */
export function shardOf(id: string): string {
  let hash = FNV_OFFSET;
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), FNV_PRIME);
  return `s${(hash >>> 0) % SHARDS}`;
}
