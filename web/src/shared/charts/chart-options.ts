import type { ApexOptions } from 'apexcharts';
import { percentOf } from '../../../../domain/text/counted.ts';
import { axisOf } from './chart-ticks.ts';
import { showOnce } from './shown-once.ts';
import { tooltipHtml } from './tooltip-html.ts';

/** Names reach the library only through `tooltipHtml`. */
const COMMON: ApexOptions = {
  legend: { show: false },
  fill: { opacity: 1 },
  states: { hover: { filter: { type: 'none' } }, active: { filter: { type: 'none' } } },
};
const CHART: ApexOptions['chart'] = {
  events: { beforeMount: (_, { globals }: { globals: object }) => showOnce(globals) },
  animations: { enabled: false },
  toolbar: { show: false },
  zoom: { enabled: false },
  selection: { enabled: false },
  fontFamily: 'inherit',
  foreColor: 'var(--n-10)',
  background: 'transparent',
  parentHeightOffset: 0,
};
/**
 * The library measures a label for each part of each bar, and each measurement causes a layout, although only sums are
 * shown.
 */
const MOST_MEASURED = 160;
const LABEL = { fontSize: '12px', fontFamily: 'inherit' };

export interface Drawing {
  readonly type: 'bar' | 'line' | 'pie';
  readonly options: ApexOptions;
  readonly series: ApexOptions['series'];
  readonly onPoint?: OnPoint | undefined;
}

/** A click on a bar or a point. */
export type OnPoint = (series: number, place: number) => void;

export interface Series {
  readonly key: string;
  readonly name: string;
  readonly colour: string;
  /** null leaves a gap. */
  readonly counts: readonly (number | null)[];
  /** What each count rests on, for its tooltip. */
  readonly notes?: readonly (string | null)[];
  /** Distinguishes series of the same colour. */
  readonly isDashed?: boolean;
}

export interface Plot {
  /** One per place; `labels` on the axis, `titles` in tooltips. */
  readonly labels: readonly string[];
  readonly titles: readonly string[];
  readonly series: readonly Series[];
  readonly tooltipClass: string;
  /** Numbers over narrow bars would overlap. */
  readonly hidesTotals?: boolean;
  /** Long labels beside each other would overlap. */
  readonly isSlanted?: boolean;
  readonly onPoint?: OnPoint | undefined;
}

/** The library measures a name to cut it; longer ones would leave the bars no room. */
const MOST_OF_NAME = { wide: 26, narrow: 20 } as const;
/** Characters of a slanted label, for which the library leaves room. */
const MOST_SLANTED = 12;
const cut = (name: string, most: number): string => (name.length > most ? `${name.slice(0, most - 1)}…` : name);

/** Limits the labels so that they do not overlap; always includes the newest. */
export const thinned = (labels: readonly string[], most: number): readonly string[] => {
  const step = Math.ceil(labels.length / most);
  return labels.map((label, place) => ((labels.length - 1 - place) % step === 0 ? label : ''));
};

const totalAt = (series: readonly Series[], place: number): number =>
  series.reduce((total, { counts }) => total + (counts[place] ?? 0), 0);

const tooltipOf =
  ({ titles, series, tooltipClass }: Plot, hasTotal: boolean) =>
  ({ dataPointIndex: place }: { dataPointIndex: number }) => {
    const rows = series
      .filter(({ counts }) => (hasTotal ? counts[place] : counts[place] !== null && counts[place] !== undefined))
      .map(({ name, colour, counts, notes }) => {
        const note = notes?.[place];
        return { name, colour, value: note ? `${counts[place]} (${note})` : String(counts[place]) };
      });
    const title = titles[place] ?? '';
    return tooltipHtml(hasTotal ? `${title}: ${totalAt(series, place)}` : title, rows, tooltipClass);
  };

function axes(plot: Plot, highest: number, hasTotal: boolean): ApexOptions {
  const { max, ticks } = axisOf(highest);
  return {
    ...COMMON,
    colors: plot.series.map(({ colour }) => colour),
    grid: { borderColor: 'var(--line)', padding: { left: plot.isSlanted ? 28 : 4, right: 4, top: -8, bottom: 0 } },
    xaxis: {
      categories: plot.isSlanted ? plot.labels.map((label) => cut(label, MOST_SLANTED)) : [...plot.labels],
      labels: {
        ...(plot.isSlanted ? { rotate: -45, rotateAlways: true } : { rotate: 0 }),
        hideOverlappingLabels: false,
        style: LABEL,
      },
      axisBorder: { color: 'var(--line-strong)' },
      axisTicks: { show: false },
      tooltip: { enabled: false },
      crosshairs: { show: false },
    },
    yaxis: { min: 0, max, tickAmount: ticks, labels: { formatter: String, style: LABEL } },
    tooltip: { shared: true, intersect: false, custom: tooltipOf(plot, hasTotal) },
  };
}

const highestOf = (series: readonly Series[]): number =>
  Math.max(0, ...series.flatMap(({ counts }) => counts.map((count) => count ?? 0)));

const seriesOf = (series: readonly Series[]) =>
  series.map(({ counts }, index) => ({ name: String(index), data: [...counts] }));

export function stackedBars(plot: Plot): Drawing {
  const { labels, series } = plot;
  const highest = Math.max(0, ...labels.map((_, place) => totalAt(series, place)));
  const hasManyParts = series.length * labels.length > MOST_MEASURED;
  return {
    type: 'bar',
    onPoint: plot.onPoint,
    series: seriesOf(series),
    options: {
      ...axes(plot, highest, true),
      chart: { ...CHART, stacked: true },
      plotOptions: {
        bar: {
          columnWidth: '72%',
          dataLabels: {
            total: {
              enabled: plot.hidesTotals !== true,
              formatter: (sum) => (Number(sum) > 0 ? String(sum) : ''),
              style: { ...LABEL, color: 'var(--n-11)', fontWeight: 500 },
            },
          },
        },
      },
      dataLabels: { enabled: !hasManyParts, formatter: () => '' },
      // Between many parts, lines would hide the thin ones.
      stroke: hasManyParts ? { width: 0 } : { show: true, width: 1, colors: ['var(--surface)'] },
    },
  };
}

/** For counts that do not add up. */
export function barsBeside(plot: Plot): Drawing {
  return {
    type: 'bar',
    onPoint: plot.onPoint,
    series: seriesOf(plot.series),
    options: {
      ...axes(plot, highestOf(plot.series), false),
      chart: CHART,
      plotOptions: { bar: { columnWidth: '72%' } },
      dataLabels: { enabled: false },
      stroke: { show: true, width: 1, colors: ['var(--surface)'] },
    },
  };
}

export function lines(plot: Plot): Drawing {
  return {
    type: 'line',
    onPoint: plot.onPoint,
    series: seriesOf(plot.series),
    options: {
      ...axes(plot, highestOf(plot.series), false),
      chart: CHART,
      dataLabels: { enabled: false },
      markers: { size: plot.onPoint ? 4 : 2, strokeWidth: 0 },
      stroke: { width: 2, curve: 'straight', dashArray: plot.series.map(({ isDashed }) => (isDashed ? 6 : 0)) },
    },
  };
}

/** Of the longest bar, for its number after it. */
const ROOM = { wide: 1.12, narrow: 1.25 } as const;

/** A named bar for each series, which has one count. */
export function namedBars(plot: Omit<Plot, 'labels'>, width: 'wide' | 'narrow'): Drawing {
  const counts = plot.series.map((one) => one.counts[0] ?? 0);
  const tooltip = ({ dataPointIndex: place }: { dataPointIndex: number }) => {
    const one = plot.series[place];
    if (!one) return '';
    return tooltipHtml(
      one.name,
      [{ ...one, name: plot.titles[0] ?? '', value: String(counts[place]) }],
      plot.tooltipClass,
    );
  };
  const labels = plot.series.map(({ name }) => cut(name, MOST_OF_NAME[width]));
  const { max, ticks } = axisOf(ROOM[width] * Math.max(0, ...counts));
  const options = axes({ ...plot, labels }, 0, false);
  return {
    type: 'bar',
    series: [{ name: '0', data: counts }],
    options: {
      ...options,
      chart: CHART,
      xaxis: {
        ...options.xaxis,
        min: 0,
        max,
        tickAmount: ticks,
        labels: { ...options.xaxis?.labels, show: width === 'wide', formatter: String },
      },
      yaxis: { labels: { style: LABEL, maxWidth: width === 'wide' ? 220 : 150 } },
      plotOptions: { bar: { horizontal: true, barHeight: '72%', distributed: true, dataLabels: { position: 'top' } } },
      dataLabels: {
        enabled: counts.length <= MOST_MEASURED,
        textAnchor: 'start',
        offsetX: 4,
        style: { ...LABEL, colors: ['var(--n-11)'], fontWeight: 500 },
      },
      stroke: { width: 0 },
      tooltip: { shared: false, intersect: false, custom: tooltip },
    },
  };
}

export interface Slice {
  readonly name: string;
  readonly count: number;
  readonly colour: string;
}

export function pie(shares: readonly Slice[], tooltipClass: string): Drawing {
  const total = shares.reduce((sum, { count }) => sum + count, 0);
  const tooltip = ({ seriesIndex }: { seriesIndex: number }) => {
    const share = shares[seriesIndex];
    if (!share) return '';
    const value = `${share.count} (${percentOf(share.count, total)})`;
    return tooltipHtml(share.name, [{ name: 'Applications', colour: share.colour, value }], tooltipClass);
  };
  return {
    type: 'pie',
    series: shares.map(({ count }) => count),
    options: {
      ...COMMON,
      chart: CHART,
      labels: shares.map((_, index) => String(index)),
      colors: shares.map(({ colour }) => colour),
      plotOptions: { pie: { expandOnClick: false } },
      dataLabels: { enabled: false },
      stroke: { width: shares.length > 1 ? 2 : 0, colors: ['var(--surface)'] },
      tooltip: { custom: tooltip },
    },
  };
}
