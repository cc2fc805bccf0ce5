import { largestOf } from '../../../../../domain/reports/largest.ts';
import type { Report } from '../../../../../domain/reports/report.ts';
import { grouped } from '../../../../../domain/text/counted.ts';
import { REST_COLOUR } from '../../../shared/charts/chart-colours.ts';
import type { Series } from '../../../shared/charts/chart-options.ts';
import type { PictureLine } from '../../../shared/charts/chart-picture.ts';
import { numberPath, type Shown } from '../../../shared/reports/drill.ts';

export interface PlottedSeries extends Series {
  readonly total: number;
  readonly to?: string;
}

type Counts = readonly (number | null)[];
const total = (counts: Counts): number => counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);

const added = (lists: readonly Counts[], places: number): Counts =>
  Array.from({ length: places }, (_, place) => {
    const counts = lists.flatMap((list) => list[place] ?? []);
    return counts.length === 0 ? null : total(counts);
  });

/** The largest series in the given order, and one that joins all others; the table and the CSV have them all. */
function largest(all: readonly PlottedSeries[], places: number): readonly PlottedSeries[] {
  const some = all.filter((one) => one.total > 0);
  const named = new Set(largestOf(some.toSorted((one, other) => other.total - one.total)).shown);
  const rest = some.filter((one) => !named.has(one));
  if (rest.length === 0) return some;
  const counts = added(
    rest.map((one) => one.counts),
    places,
  );
  const name = `Other (${rest.length})`;
  return [
    ...some.filter((one) => named.has(one)),
    { key: '', name, colour: REST_COLOUR, counts, total: total(counts) },
  ];
}

/** Fifteen colours repeat, so a later series of the same colour is dashed. */
function dashed(all: readonly PlottedSeries[]): readonly PlottedSeries[] {
  const used = new Set<string>();
  return all.map((one) => {
    const isDashed = used.has(one.colour);
    used.add(one.colour);
    return { ...one, isDashed };
  });
}

export const seriesOfColumns = (
  report: Report,
  colours: ReadonlyMap<string, string>,
  shown: Shown,
): readonly PlottedSeries[] =>
  dashed(
    largest(
      report.columns.map((column, place) => ({
        key: column.key,
        name: column.title,
        colour: colours.get(column.key) ?? REST_COLOUR,
        counts: report.rows.map(({ cells }) => cells[place] ?? null),
        total: report.totals[place] ?? 0,
        to: numberPath(report, { column, count: report.totals[place] ?? 0 }, shown),
      })),
      report.rows.length,
    ),
  );

export const seriesOfRows = (
  report: Report,
  colours: ReadonlyMap<string, string>,
  shown: Shown,
): readonly PlottedSeries[] =>
  largest(
    report.rows.map((row) => ({
      key: row.key,
      name: row.title,
      colour: colours.get(row.key) ?? REST_COLOUR,
      counts: [row.cells[0] ?? 0],
      total: row.cells[0] ?? 0,
      to: numberPath(report, { row, count: row.cells[0] ?? 0 }, shown),
    })),
    1,
  );

export const labelsOf = ({ rows }: Report): readonly string[] =>
  rows.map(({ title, note }) => (note === null ? title : `${title}*`));

export const legendOf = (series: readonly PlottedSeries[]): readonly PictureLine[] =>
  series.map(({ name, colour, total: count }) => ({ text: `${name}: ${grouped(count)}`, colour }));
