import { LIMITS } from '../../domain/limits/limits.ts';
import { lastOf } from '../../domain/report-catalogue/buckets.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../domain/text/csv.ts';
import type { Sliced } from '../../timing/in-slices.ts';
import type { ReportFigure, ReportTable, SavedReportResult } from '../contract/saved-reports.ts';

type NotedTable = ReportTable & Pick<NonNullable<SavedReportResult['table']>, 'notes'>;

interface About {
  readonly name: string;
  readonly edition: number;
  readonly at: string;
  readonly position: string;
}

const HOUR_MS = 3_600_000;
/** Rows between two pauses. */
const AT_ONCE = 500;

const TITLES: Readonly<Record<ReportTable['unit'], string>> = {
  events: 'Count',
  applications: 'Applications',
  sum: 'Sum',
  milliseconds: 'Median hours',
};

/**
 * One row per combination of groups, without joining any as *other*, then the total, then a description of the figures.
 * With a time, combinations without a case are 0, or empty for a median, while that are not too many.
 */
export function* reportCsv(table: NotedTable, about: About): Sliced<string> {
  const { axes, unit, total } = table;
  const isMedian = unit === 'milliseconds';
  const shown = (value: number | null | undefined) =>
    value === null || value === undefined ? '' : isMedian ? value / HOUR_MS : value;
  const figures = (figure: ReportFigure) =>
    isMedian ? [shown(figure.value), shown(figure.p90), figure.n] : [shown(figure.value)];
  const isFilled = isSmall(table);
  const pieces = [
    BYTE_ORDER_MARK,
    csvLine([...axes.map(({ label }) => label), TITLES[unit], ...(isMedian ? ['90th percentile hours', 'Cases'] : [])]),
  ];
  let rows = 0;
  for (const { at, figure } of isFilled ? filled(table) : inOrder(table)) {
    pieces.push(csvLine([...at.map((bucket, axis) => axes[axis]?.buckets[bucket]?.label ?? ''), ...figures(figure)]));
    rows += 1;
    if (rows % AT_ONCE === 0) yield;
  }
  pieces.push(csvLine([...axes.map((_, axis) => (axis === 0 ? 'Total' : '')), ...figures(total)]));
  pieces.push(...description(table, about, isFilled).map(csvLine));
  return pieces.join('');
}

type Row = { readonly at: readonly number[]; readonly figure: ReportFigure };

function isSmall({ axes }: ReportTable): boolean {
  const rows = axes.reduce((product, { buckets }) => product * buckets.length, 1);
  return axes.some(({ kind }) => kind === 'time') && rows <= LIMITS.reportFilledRows;
}

function* filled({ axes, cells, unit }: ReportTable): Generator<Row> {
  const empty: ReportFigure = { value: unit === 'milliseconds' ? null : 0, n: 0 };
  const figures = new Map(cells.map((cell) => [cell.at.join(), cell]));
  const [first, second] = axes;
  for (const one of first?.buckets.keys() ?? []) {
    const places = second ? [...second.buckets.keys()].map((other) => [one, other]) : [[one]];
    for (const at of places) yield { at, figure: figures.get(at.join()) ?? empty };
  }
}

const inOrder = ({ cells }: ReportTable): readonly Row[] =>
  cells.toSorted((one, other) => compare(one.at, other.at)).map((figure) => ({ at: figure.at, figure }));

function description(
  { axes, sentence, rules, timeZone, notes }: NotedTable,
  { name, edition, at, position }: About,
  isFilled: boolean,
): readonly (readonly unknown[])[] {
  const time = axes.find(({ kind }) => kind === 'time');
  const [first, last] = [time?.buckets[0]?.key, time?.buckets.at(-1)?.key];
  return [
    [],
    ['Report', name],
    ['Version', edition],
    ['What it shows', sentence],
    ...rules.map((rule) => ['', rule]),
    ...notes.map((note) => ['Note', note]),
    ...(time && !isFilled ? [['', 'Combinations without a case are left out.']] : []),
    ['Time zone', timeZone],
    ...(first && last && time?.unit ? [['Range', `${first} to ${lastOf(last, time.unit)} (inclusive)`]] : []),
    ['As of', at],
    ['Position', position],
  ];
}

function compare(one: readonly number[], other: readonly number[]): number {
  const axis = one.findIndex((place, index) => place !== other[index]);
  return axis === -1 ? 0 : (one[axis] ?? 0) - (other[axis] ?? 0);
}
