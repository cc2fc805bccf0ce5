/** Fewer cases give no p90: one case more or less would move it by days. */
export const LEAST_FOR_P90 = 10;

/** Printed where quantiles are shown. */
export const QUANTILE_RULE = `The median is the middle case, or the mean of the two middle ones. 90% take no longer than p90, which needs at least ${LEAST_FOR_P90} cases.`;

/** Exact; null without cases. */
export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const [low, high] = [sorted[middle - 1], sorted[middle]];
  if (high === undefined) return null;
  return sorted.length % 2 === 1 || low === undefined ? high : (low + high) / 2;
}

/** The least value that 90% do not exceed. */
export function p90(values: readonly number[]): number | null {
  if (values.length < LEAST_FOR_P90) return null;
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil((sorted.length * 9) / 10) - 1] ?? null;
}
