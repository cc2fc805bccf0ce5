import type { ReportBucket, ReportFigure, ReportTable } from '../../../../../api/contract/saved-reports.ts';
import { counted, grouped } from '../../../../../domain/text/counted.ts';
import { shortDay } from '../../../../../domain/values/days.ts';
import { chartColour, REST_COLOUR } from '../../../shared/charts/chart-colours.ts';
import {
  barsBeside,
  type Drawing,
  lines,
  type Series,
  stackedBars,
  thinned,
} from '../../../shared/charts/chart-options.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** More would be too narrow to see; the table has all. */
const MOST_PLACES = { wide: 92, narrow: 31 } as const;
const MOST_LABELS = { wide: 12, narrow: 4 } as const;
/** Characters of all labels side by side. */
const MOST_OF_LABELS = { wide: 170, narrow: 44 } as const;

/** A figure as people read it: medians in days or hours. */
export function figureText(unit: ReportTable['unit'], value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  if (unit !== 'milliseconds') return Number.isInteger(value) ? grouped(value) : String(rounded(value));
  return value >= 2 * DAY_MS ? `${rounded(value / DAY_MS)} days` : `${rounded(value / HOUR_MS)} hours`;
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

export const titleOf = ({ label, closesOn }: ReportBucket): string =>
  closesOn === undefined ? label : `${label} (so far, closes ${shortDay(closesOn)})`;

export interface Plotted {
  readonly drawing: Drawing;
  readonly series: readonly Series[];
  readonly scale: string;
  /** Why it is drawn otherwise than chosen. */
  readonly reason: string | null;
  /** How many of the earliest times are left out. */
  readonly hidden: number;
}

/** Null for a report that is one figure. Time goes from left to right, also as the second group: it has too many places for colors. */
export function plotOf(
  table: ReportTable,
  {
    isLine,
    width,
    tooltipClass,
    onNumber,
  }: {
    isLine: boolean;
    width: 'wide' | 'narrow';
    tooltipClass: string;
    onNumber?: ((at: readonly number[]) => void) | undefined;
  },
): Plotted | null {
  const isTurned = table.axes[0]?.kind !== 'time' && table.axes[1]?.kind === 'time';
  const [first, second] = isTurned ? table.axes.toReversed() : table.axes;
  if (!first) return null;
  const from = first.kind === 'time' ? Math.max(0, first.buckets.length - MOST_PLACES[width]) : 0;
  const buckets = first.buckets.slice(from);
  const scale = scaleOf(table);
  const figures = new Map(table.cells.map((cell) => [cell.at.join(), cell]));
  const shown = (figure: ReportFigure | undefined) => plotted(figure, table, scale.divisor);
  const noted = (figure: ReportFigure | undefined) => (figure ? restsOn(figure, table) : null);
  /** In the order of the table's axes. */
  const placed = (at: number, line: number) => (isTurned ? [line, at + from] : [at + from, line]);
  const figureAt = (at: number, line: number) => figures.get(placed(at, line).join());
  const colours = coloursOf(second?.buckets ?? []);
  const series: readonly Series[] = second
    ? second.buckets.map((bucket, place) => ({
        key: String(place),
        name: bucket.label,
        colour: colours.get(bucket.key ?? '') ?? REST_COLOUR,
        counts: buckets.map((_, at) => shown(figureAt(at, place))),
        notes: buckets.map((_, at) => noted(figureAt(at, place))),
        isDashed: bucket.kind !== 'value',
      }))
    : [
        {
          key: 'all',
          name: scale.name,
          colour: chartColour(0),
          counts: buckets.map((_, at) => shown(first.figures[at + from])),
          notes: buckets.map((_, at) => noted(first.figures[at + from])),
        },
      ];
  const longest = Math.max(...buckets.map(({ label }) => label.length));
  const plot = {
    isSlanted: first.kind !== 'time' && longest * buckets.length > MOST_OF_LABELS[width],
    labels: thinned(
      buckets.map(({ label, closesOn }) => (closesOn === undefined ? label : `${label}*`)),
      first.kind === 'time' ? MOST_LABELS[width] : buckets.length,
    ),
    titles: buckets.map(titleOf),
    series,
    tooltipClass,
    hidesTotals: buckets.length > MOST_LABELS[width] * 2,
    onPoint:
      onNumber &&
      ((line: number, at: number) => {
        const figure = second ? figureAt(at, line) : first.figures[at + from];
        if (figure && figure.n > 0) onNumber(second ? placed(at, line) : [at + from]);
      }),
  };
  // Distinct counts and medians do not add up to the height of a stack.
  const isStack = !second || table.unit === 'events' || table.unit === 'sum';
  const areLines = first.kind === 'time' && (isLine || !isStack);
  const draw = areLines ? lines : isStack ? stackedBars : barsBeside;
  return {
    drawing: draw(plot),
    series,
    scale: scale.name,
    reason: reasonOf({ isLine, areLines, isStack }),
    hidden: from,
  };
}

function reasonOf({ isLine, areLines, isStack }: { isLine: boolean; areLines: boolean; isStack: boolean }) {
  if (isLine && !areLines) return 'columns, because a line needs days, weeks or months to follow';
  if (isLine || isStack) return null;
  return areLines
    ? 'lines, because these figures do not add up to a column'
    : 'columns side by side, because these figures do not add up to one';
}

/** By key, because groups change places as their figures grow. */
const coloursOf = (buckets: readonly ReportBucket[]): ReadonlyMap<string, string> =>
  new Map(
    buckets
      .flatMap(({ kind, key }) => (kind === 'value' && key !== null ? key : []))
      .sort()
      .map((key, place) => [key, chartColour(place)]),
  );

/** Of a figure that is no number of cases itself. */
export function restsOn({ n }: ReportFigure, { unit }: Pick<ReportTable, 'unit'>): string | null {
  if (unit === 'sum') return counted(n, 'event', 'events');
  return unit === 'milliseconds' ? counted(n, 'case', 'cases') : null;
}

function plotted(figure: ReportFigure | undefined, { unit }: ReportTable, divisor: number): number | null {
  if (unit === 'milliseconds')
    return figure?.value === undefined || figure.value === null ? null : rounded(figure.value / divisor);
  return figure?.value ?? 0;
}

function scaleOf({ unit, axes }: ReportTable): { readonly name: string; readonly divisor: number } {
  if (unit !== 'milliseconds')
    return { name: { events: 'Events', applications: 'Applications', sum: 'Sum' }[unit], divisor: 1 };
  const highest = Math.max(0, ...axes.flatMap(({ figures }) => figures.map(({ value }) => value ?? 0)));
  return highest >= 2 * DAY_MS ? { name: 'Median days', divisor: DAY_MS } : { name: 'Median hours', divisor: HOUR_MS };
}
