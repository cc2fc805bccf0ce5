import { expect, test } from 'vitest';
import type { ReportTable } from '../../../../../api/contract/saved-reports.ts';
import { plotOf } from './report-plot.ts';

const OPTIONS = { isLine: false, width: 'wide', tooltipClass: '' } as const;
const figure = { value: 1, n: 1 };
const bucket = (key: string, kind: 'value' | 'other' = 'value') => ({ key, label: key, kind });
const tableOf = (...buckets: ReturnType<typeof bucket>[]) =>
  ({
    unit: 'events',
    axes: [
      { label: 'Day', kind: 'time', buckets: [bucket('2026-03-01')], figures: [figure] },
      { label: 'Source', kind: 'field', buckets, figures: buckets.map(() => figure) },
    ],
    cells: [],
    total: figure,
  }) as unknown as ReportTable;
const coloursOf = (...buckets: ReturnType<typeof bucket>[]) =>
  new Map(plotOf(tableOf(...buckets), OPTIONS)?.series.map(({ name, colour }) => [name, colour]));

test('a group keeps its colour when another overtakes it', () => {
  const before = coloursOf(bucket('web'), bucket('friend'), bucket('Other', 'other'));
  const after = coloursOf(bucket('friend'), bucket('web'), bucket('Other', 'other'));
  expect(after).toEqual(before);
  expect(new Set(before.values()).size).toBe(3);
});

test('the tooltip of a median says on how many cases each figure rests', () => {
  const table: ReportTable = {
    ...tableOf(bucket('web')),
    unit: 'milliseconds',
    cells: [{ at: [0, 0], value: 3 * 86_400_000, n: 14 }],
  };
  const custom = plotOf(table, OPTIONS)?.drawing.options.tooltip?.custom as (point: object) => string;
  expect(custom({ dataPointIndex: 0 })).toContain('<b>3 (14 cases)</b>');
  const counts = plotOf({ ...table, unit: 'events', cells: [{ at: [0, 0], value: 14, n: 14 }] }, OPTIONS);
  expect((counts?.drawing.options.tooltip?.custom as typeof custom)({ dataPointIndex: 0 })).toContain('<b>14</b>');
});
