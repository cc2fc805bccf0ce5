import { medianOf, p90Of } from '../../domain/reports/quantiles.ts';
import type { ReportMeasure } from '../../domain/saved-report/details.ts';
import type { Sliced } from '../../timing/in-slices.ts';
import type { Part } from './contributions.ts';

/** `n` is the number of cases. A median is in milliseconds; null without a case. */
export interface Figure {
  readonly value: number | null;
  readonly n: number;
  readonly p90?: number | null;
}

/** Numbers that are joined between two pauses. */
const AT_ONCE = 5000;

/** Sets and lists, because distinct counts and quantiles cannot be summed over groups. */
export class Tally {
  count = 0;
  sum = 0;
  /** The applications behind the figure. */
  readonly ids = new Set<string>();
  readonly durations: number[] = [];

  add(id: string, { n, sum }: Part, duration: number | null): void {
    this.count += n;
    this.sum += sum;
    this.ids.add(id);
    if (duration !== null) this.durations.push(duration);
  }
}

/** Of all tallies together. */
export type FigureOf = (tallies: readonly Tally[]) => Sliced<Figure>;

export function createFigures({ kind }: ReportMeasure): FigureOf {
  if (kind === 'applications') return distinct;
  if (kind === 'median') return median;
  return function* (tallies) {
    const n = tallies.reduce((count, one) => count + one.count, 0);
    return { value: kind === 'count' ? n : tallies.reduce((sum, one) => sum + one.sum, 0), n };
  };
}

function* distinct(tallies: readonly Tally[]): Sliced<Figure> {
  const all = tallies.length === 1 && tallies[0] ? tallies[0].ids : yield* idsOf(tallies);
  return { value: all.size, n: all.size };
}

export function* idsOf(tallies: readonly Tally[]): Sliced<Set<string>> {
  const all = new Set<string>();
  let added = 0;
  for (const { ids } of tallies) {
    for (const id of ids) {
      all.add(id);
      added += 1;
      if (added % AT_ONCE === 0) yield;
    }
  }
  return all;
}

function* median(tallies: readonly Tally[]): Sliced<Figure> {
  const sorted = new Float64Array(tallies.reduce((count, { durations }) => count + durations.length, 0));
  let at = 0;
  for (const { durations } of tallies) {
    sorted.set(durations, at);
    at += durations.length;
    yield;
  }
  sorted.sort();
  yield;
  return { value: medianOf(sorted), n: sorted.length, p90: p90Of(sorted) };
}
