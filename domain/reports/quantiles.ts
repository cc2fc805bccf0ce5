/** Fewer cases give no p90: one case more or less would move it by days. */
export const LEAST_FOR_P90 = 10;

/** Printed where quantiles are shown. */
export const QUANTILE_RULE = `The median is the middle case, or the mean of the two middle ones. 90% take no longer than p90, which needs at least ${LEAST_FOR_P90} cases.`;

const ascending = (values: readonly number[]): Float64Array => Float64Array.from(values).sort();

/** Exact; null without cases. */
export function medianOf(sorted: ArrayLike<number>): number | null {
  const upper = sorted[sorted.length >> 1];
  if (upper === undefined) return null;
  const lower = sorted[(sorted.length - 1) >> 1] as number;
  return (lower + upper) / 2;
}

/** The least value that 90% do not exceed. */
export const p90Of = (sorted: ArrayLike<number>): number | null =>
  sorted.length < LEAST_FOR_P90 ? null : (sorted[Math.ceil((sorted.length * 9) / 10) - 1] ?? null);

export const median = (values: readonly number[]): number | null => medianOf(ascending(values));
export const p90 = (values: readonly number[]): number | null => p90Of(ascending(values));
