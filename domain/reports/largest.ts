/** More groups beside each other are indistinguishable. */
const MOST_GROUPS = 14;

/** Splits groups, the largest first, into those shown by name and those joined as *Other*, which are never only one. */
export function largestOf<Group>(sorted: readonly Group[], most: number | null = MOST_GROUPS) {
  const shown = most === null || sorted.length <= most + 1 ? sorted.length : most;
  return { shown: sorted.slice(0, shown), others: sorted.slice(shown) };
}
