import type { ReportMeasure } from '../../domain/saved-report/details.ts';
import type { Part } from './contributions.ts';

/** `n` is the number of cases. A median is in milliseconds; null without a case. */
export interface Figure {
  readonly value: number | null;
  readonly n: number;
  readonly p90?: number | null;
}

/** With fewer cases a p90 is meaningless. */
export const CASES_FOR_P90 = 10;

/** Sets and lists, because distinct counts and quantiles cannot be summed over groups. */
export class Tally {
  count = 0;
  sum = 0;
  readonly ids = new Set<string>();
  readonly durations: number[] = [];

  static of(tallies: readonly Tally[]): Tally {
    const [only] = tallies;
    if (only && tallies.length === 1) return only;
    const all = new Tally();
    for (const one of tallies) {
      all.count += one.count;
      all.sum += one.sum;
      for (const id of one.ids) all.ids.add(id);
      for (const duration of one.durations) all.durations.push(duration);
    }
    return all;
  }

  add(id: string | null, { n, sum }: Part, duration: number | null): void {
    this.count += n;
    this.sum += sum;
    if (id !== null) this.ids.add(id);
    if (duration !== null) this.durations.push(duration);
  }
}

export function createFigures({ kind }: ReportMeasure): (tally: Tally) => Figure {
  if (kind === 'count') return ({ count }) => ({ value: count, n: count });
  if (kind === 'applications') return ({ ids }) => ({ value: ids.size, n: ids.size });
  if (kind === 'sum') return ({ sum, count }) => ({ value: sum, n: count });
  return ({ durations }) => {
    const sorted = durations.toSorted((one, other) => one - other);
    return { value: medianOf(sorted), n: sorted.length, p90: p90Of(sorted) };
  };
}

/** The mean of the middle two for an even number. */
export function medianOf(sorted: readonly number[]): number | null {
  const upper = sorted[sorted.length >> 1];
  if (upper === undefined) return null;
  const lower = sorted[(sorted.length - 1) >> 1] as number;
  return (lower + upper) / 2;
}

/** Nearest rank: the smallest value that at least nine in ten do not exceed. */
export const p90Of = (sorted: readonly number[]): number | null =>
  sorted.length < CASES_FOR_P90 ? null : (sorted[Math.ceil(sorted.length * 0.9) - 1] as number);
