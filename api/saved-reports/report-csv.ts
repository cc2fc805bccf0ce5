import { csvFile } from '../../domain/text/csv.ts';
import type { ReportFigure, ReportTable, SavedReportResult } from '../contract/saved-reports.ts';

type NotedTable = ReportTable & Pick<NonNullable<SavedReportResult['table']>, 'notes'>;

interface About {
  readonly name: string;
  readonly edition: number;
  readonly at: string;
  readonly position: string;
}

const HOUR_MS = 3_600_000;

const TITLES: Readonly<Record<ReportTable['unit'], string>> = {
  events: 'Count',
  applications: 'Applications',
  sum: 'Sum',
  milliseconds: 'Median hours',
};

/**
 * One row per combination of groups, without joining any as *other*, then the total, then a description of the figures.
 */
export function reportCsv(table: NotedTable, { name, edition, at, position }: About): string {
  const { axes, cells, unit, total, sentence, rules, timeZone, notes } = table;
  const isMedian = unit === 'milliseconds';
  const shown = (value: number | null | undefined) =>
    value === null || value === undefined ? '' : isMedian ? value / HOUR_MS : value;
  const figures = (figure: ReportFigure) =>
    isMedian ? [shown(figure.value), shown(figure.p90), figure.n] : [shown(figure.value)];
  const inOrder = cells.toSorted((one, other) => compare(one.at, other.at));
  const range = axes.find(({ kind }) => kind === 'time')?.buckets ?? [];
  return csvFile([
    [...axes.map(({ label }) => label), TITLES[unit], ...(isMedian ? ['90th percentile hours', 'Cases'] : [])],
    ...inOrder.map((cell) => [
      ...cell.at.map((bucket, axis) => axes[axis]?.buckets[bucket]?.label ?? ''),
      ...figures(cell),
    ]),
    [...axes.map((_, axis) => (axis === 0 ? 'Total' : '')), ...figures(total)],
    [],
    ['Report', name],
    ['Version', edition],
    ['What it shows', sentence],
    ...rules.map((rule) => ['', rule]),
    ...notes.map((note) => ['Note', note]),
    ['Time zone', timeZone],
    ...(range.length > 0 ? [['Range', `${range[0]?.key} to ${range.at(-1)?.key}`]] : []),
    ['As of', at],
    ['Position', position],
  ]);
}

function compare(one: readonly number[], other: readonly number[]): number {
  const axis = one.findIndex((place, index) => place !== other[index]);
  return axis === -1 ? 0 : (one[axis] ?? 0) - (other[axis] ?? 0);
}
