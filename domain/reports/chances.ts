/** The chances of 0, 1, … successes. */
type Chances = readonly number[];

/** The estimated share of successes when `yes` of `cases` succeeded; `usual` counts like one case. */
export const shareOf = (yes: number, cases: number, usual = 0.5): number => (yes + usual) / (cases + 1);

/** Of `count` new cases, with an estimated share that rests on `cases` past ones: the beta-binomial distribution. */
export function chances(count: number, share: number, cases: number): Chances {
  const a = share * (cases + 1);
  const b = (1 - share) * (cases + 1);
  // Ratios of neighbours in logarithms, because the first chance may be too small for a number.
  const logs = [0];
  for (let k = 0; k < count; k += 1) {
    const ratio = ((count - k) * (k + a)) / ((k + 1) * (count - k - 1 + b));
    logs.push((logs[k] ?? 0) + Math.log(ratio));
  }
  const most = logs.reduce((one, other) => Math.max(one, other));
  const weights = logs.map((log) => Math.exp(log - most));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

/** Of the sum of two independent numbers. */
export function convolved(one: Chances, other: Chances): Chances {
  const sum = Array<number>(one.length + other.length - 1).fill(0);
  for (const [n, left] of one.entries()) {
    for (const [m, right] of other.entries()) sum[n + m] = (sum[n + m] ?? 0) + left * right;
  }
  return sum;
}

export interface SeatRange {
  readonly low: number;
  readonly high: number;
}

/**
 * The range whose chance is nearest: the shortest with at least this chance, or the likeliest that is one number shorter.
 * Always the former would hold too often, because numbers are whole.
 */
export function nearestRange(all: Chances, chance: number): SeatRange {
  const enough = shortestRange(all, chance);
  const width = enough.high - enough.low - 1;
  if (width < 0) return enough;
  const fewer = likeliestRange(all, width);
  const { low, high } = chance - fewer.inside < enough.inside - chance ? fewer : enough;
  return { low, high };
}

type WeighedRange = SeatRange & { readonly inside: number };

/** Of several, the likeliest. */
function shortestRange(all: Chances, chance: number): WeighedRange {
  let best = { low: 0, high: all.length - 1, inside: 1 };
  let inside = 0;
  let low = 0;
  for (const [high, each] of all.entries()) {
    inside += each;
    while (low < high && inside - (all[low] ?? 0) >= chance) {
      inside -= all[low] ?? 0;
      low += 1;
    }
    const isBetter = high - low < best.high - best.low || (high - low === best.high - best.low && inside > best.inside);
    if (inside >= chance && isBetter) best = { low, high, inside };
  }
  return best;
}

function likeliestRange(all: Chances, width: number): WeighedRange {
  let best = { low: 0, high: width, inside: 0 };
  let inside = 0;
  for (const [high, each] of all.entries()) {
    inside += each;
    const low = high - width;
    if (low > 0) inside -= all[low - 1] ?? 0;
    if (low >= 0 && inside > best.inside) best = { low, high, inside };
  }
  return best;
}
