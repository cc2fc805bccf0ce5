import type { ApexOptions } from 'apexcharts';
import { axisOf } from '../../../shared/charts/chart-ticks.ts';
import { longLabel, type Period, shortLabel } from './calendar.ts';
import { type Enrollees, highest } from './enrollees.ts';
import { percentOf, type Share } from './shares.ts';
import { tooltipHtml } from './tooltip-html.ts';

/** Names reach the library only through `tooltipHtml`. */
const COMMON: ApexOptions = {
  legend: { show: false },
  fill: { opacity: 1 },
  states: { hover: { filter: { type: 'none' } }, active: { filter: { type: 'none' } } },
};
const CHART: ApexOptions['chart'] = {
  animations: { enabled: false },
  toolbar: { show: false },
  zoom: { enabled: false },
  selection: { enabled: false },
  fontFamily: 'inherit',
  foreColor: 'var(--n-10)',
  background: 'transparent',
  parentHeightOffset: 0,
};
/** The library measures a label for every part of every bar, though only the sums are shown, and each causes a layout. */
const MOST_MEASURED = 160;
const LABEL = { fontSize: '12px', fontFamily: 'inherit' };

export interface Drawing {
  readonly type: 'bar' | 'pie';
  readonly options: ApexOptions;
  readonly series: ApexOptions['series'];
}

const labelsOf = (starts: readonly string[], most: number): string[] => {
  const step = Math.ceil(starts.length / most);
  return starts.map((start, place) => ((starts.length - 1 - place) % step === 0 ? shortLabel(start) : ''));
};

const totalsOf = ({ starts, series }: Enrollees) =>
  starts.map((_, place) => series.reduce((total, { counts }) => total + (counts[place] ?? 0), 0));

export function stackedBars(
  enrollees: Enrollees,
  { period, mostLabels, tooltipClass }: { period: Period; mostLabels: number; tooltipClass: string },
): Drawing {
  const { starts, series } = enrollees;
  const { max, ticks } = axisOf(highest(enrollees));
  const totals = totalsOf(enrollees);
  const tooltip = ({ dataPointIndex: place }: { dataPointIndex: number }) => {
    const rows = series
      .filter(({ counts }) => counts[place])
      .map(({ name, colour, counts }) => ({ name, colour, value: String(counts[place]) }));
    return tooltipHtml(`${longLabel(starts[place] ?? '', period)}: ${totals[place]}`, rows, tooltipClass);
  };
  return {
    type: 'bar',
    series: series.map(({ counts }, index) => ({ name: String(index), data: [...counts] })),
    options: {
      ...COMMON,
      chart: { ...CHART, stacked: true },
      colors: series.map(({ colour }) => colour),
      plotOptions: {
        bar: {
          columnWidth: '72%',
          dataLabels: {
            total: {
              enabled: true,
              formatter: (sum) => (Number(sum) > 0 ? String(sum) : ''),
              style: { ...LABEL, color: 'var(--n-11)', fontWeight: 500 },
            },
          },
        },
      },
      dataLabels: { enabled: series.length * starts.length <= MOST_MEASURED, formatter: () => '' },
      stroke: { show: true, width: 1, colors: ['var(--surface)'] },
      grid: { borderColor: 'var(--line)', padding: { left: 4, right: 4, top: -8, bottom: 0 } },
      xaxis: {
        categories: labelsOf(starts, mostLabels),
        labels: { rotate: 0, hideOverlappingLabels: false, style: LABEL },
        axisBorder: { color: 'var(--line-strong)' },
        axisTicks: { show: false },
        tooltip: { enabled: false },
        crosshairs: { show: false },
      },
      yaxis: { min: 0, max, tickAmount: ticks, labels: { formatter: String, style: LABEL } },
      tooltip: { shared: true, intersect: false, custom: tooltip },
    },
  };
}

export function pie(shares: readonly Share[], tooltipClass: string): Drawing {
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
