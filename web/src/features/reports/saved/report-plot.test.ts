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
  const tipOf = (unit: ReportTable['unit'], value: number): string => {
    const table = { ...tableOf(bucket('web')), unit, cells: [{ at: [0, 0], value, n: 14 }] };
    const custom = plotOf(table, OPTIONS)?.drawing.options.tooltip?.custom as ((point: object) => string) | undefined;
    return custom?.({ dataPointIndex: 0 }) ?? '';
  };
  expect(tipOf('milliseconds', 3 * 3_600_000)).toContain('<b>3 (14 cases)</b>');
  expect(tipOf('sum', 70)).toContain('<b>70 (14 events)</b>');
  expect(tipOf('events', 14)).toContain('<b>14</b>');
});
