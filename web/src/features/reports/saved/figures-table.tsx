import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ReportFigure, ReportTable } from '../../../../../api/contract/saved-reports.ts';
import { DataTable } from '../../../shared/charts/data-table.tsx';
import type { NumberPath } from './number-path.ts';
import { figureText, titleOf } from './report-plot.ts';

/** Every group of the report with its total, which is computed apart. Each number opens its applications. */
export function FiguresTable({
  table,
  caption,
  path,
}: {
  table: ReportTable;
  caption: string;
  path: NumberPath | null;
}) {
  const { axes, cells, total, unit } = table;
  const [first, second] = axes;
  const isMedian = unit === 'milliseconds';
  const text = (figure: ReportFigure | undefined) => (figure ? figureText(unit, figure.value) : isMedian ? '–' : '0');
  const figures = new Map(cells.map((cell) => [cell.at.join(), cell]));
  const number = (figure: ReportFigure | undefined, at: readonly (number | null)[]): ReactNode =>
    path && figure && figure.n > 0 ? <Link to={path(at)}>{text(figure)}</Link> : text(figure);
  const last = (figure: ReportFigure | undefined, at: readonly (number | null)[]): ReactNode[] => [
    number(figure, at),
    ...(isMedian ? [figureText(unit, figure?.p90), String(figure?.n ?? 0)] : []),
  ];
  const columns = second?.buckets ?? [];
  const value = isMedian ? 'Median' : unit === 'sum' ? 'Sum' : unit === 'events' ? 'Count' : 'Applications';
  const cellsOf = (numbers: readonly ReactNode[]) =>
    numbers.map((one, at) => <span key={head[at + 1]?.key}>{one}</span>);
  const head = [
    { key: '', title: first?.label ?? '' },
    ...columns.map(({ label, key }, at) => ({ key: `${at} ${key}`, title: label })),
    { key: 'all', title: second ? `All: ${value.toLowerCase()}` : value },
    ...(isMedian
      ? [
          { key: 'p90', title: '90th percentile' },
          { key: 'n', title: 'Cases' },
        ]
      : []),
  ];
  return (
    <DataTable
      caption={caption}
      head={head}
      rows={(first?.buckets ?? []).map((bucket, at) => ({
        key: `${at} ${bucket.key}`,
        cells: [
          titleOf(bucket),
          ...cellsOf([
            ...columns.map((_, place) => number(figures.get(`${at},${place}`), [at, place])),
            ...last(first?.figures[at], [at, null]),
          ]),
        ],
      }))}
      foot={{
        key: 'total',
        cells: [
          'All',
          ...cellsOf([...columns.map((_, place) => number(second?.figures[place], [null, place])), ...last(total, [])]),
        ],
      }}
    />
  );
}
