export interface WalkPlace {
  /** Counted from 1. */
  readonly number: number;
  readonly total: number;
  readonly previous: string | null;
  readonly next: string | null;
}

/** Without a wrap-around: the first has no previous, the last no next. */
export function neighboursIn(ids: readonly string[], id: string): WalkPlace | null {
  const index = ids.indexOf(id);
  if (index < 0) return null;
  return { number: index + 1, total: ids.length, previous: ids[index - 1] ?? null, next: ids[index + 1] ?? null };
}
