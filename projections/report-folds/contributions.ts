/** Events of one subject that stand in the same group. `at`: quarter of an hour since 1970, or milliseconds for a median; 0 without time. */
export interface Part {
  readonly at: number;
  /** Values as after the event, in the order of the plan. */
  readonly values: readonly (string | null)[];
  readonly n: number;
  readonly sum: number;
}

/** What one application (or program) adds to a report, so that it can be taken back or move to another group. */
export interface Subject {
  readonly id: string;
  /** No part counts any more, and none is added. */
  readonly isGone: boolean;
  /** The application that a transfer has made of it. */
  readonly copyId: string | null;
  readonly userId: string | null;
  /** In the order of the plan, as of the last event. */
  readonly facts: readonly (string | null)[];
  /** The first start of a median, in milliseconds. */
  readonly start: number | null;
  readonly parts: readonly Part[];
}

/** A stored document holds several subjects, because a projection has fewer documents than a school has applications. */
export interface ReportShard {
  readonly _id: string;
  readonly _pos?: bigint;
  /** Position of its newest change: readers notice whether something changed while they read. */
  readonly changed: number;
  /** The report's version by which it was folded. */
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
