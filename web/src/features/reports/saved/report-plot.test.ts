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

test('only days, weeks and months are joined by lines, and what does not add up is not stacked', () => {
  const drawn = (unit: ReportTable['unit'], kind: 'time' | 'value', isLine: boolean) => {
    const table = tableOf(bucket('web'), bucket('friend'));
    const [first, second] = table.axes;
    const plotted = plotOf({ ...table, unit, axes: [{ ...first, kind }, second] } as ReportTable, {
      ...OPTIONS,
      isLine,
    });
    const { type, options } = plotted?.drawing ?? {};
    return [type, options?.chart?.stacked === true, plotted?.reason ?? null];
  };
  expect(drawn('events', 'time', false)).toEqual(['bar', true, null]);
  expect(drawn('events', 'time', true)).toEqual(['line', false, null]);
  expect(drawn('applications', 'time', false)).toEqual(['line', false, expect.stringContaining('do not add up')]);
  expect(drawn('applications', 'value', false)).toEqual(['bar', false, expect.stringContaining('side by side')]);
  expect(drawn('events', 'value', true)).toEqual(['bar', true, expect.stringContaining('a line needs days')]);
});

test('time goes from left to right, also as the second group', () => {
  const table = tableOf(bucket('web'), bucket('friend'));
  const days = ['2026-03-01', '2026-03-02', '2026-03-03'].map((day) => bucket(day));
  const time = { label: 'Day', kind: 'time', buckets: days, figures: days.map(() => figure) };
  const cells = [{ at: [1, 2], value: 7, n: 7 }];
  const opened: (readonly number[])[] = [];
  const plotted = plotOf({ ...table, axes: [table.axes[1], time], cells } as unknown as ReportTable, {
    ...OPTIONS,
    onNumber: (at) => opened.push(at),
  });
  expect(plotted?.drawing.options.xaxis).toMatchObject({ categories: days.map(({ label }) => label) });
  expect(plotted?.series.map(({ name, counts }) => [name, counts])).toEqual([
    ['web', [0, 0, 0]],
    ['friend', [0, 0, 7]],
  ]);
  plotted?.drawing.onPoint?.(1, 2);
  // Without a case there is nothing to open.
  plotted?.drawing.onPoint?.(0, 2);
  expect(opened).toEqual([[1, 2]]);
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

test('names of groups are slanted and cut where they would overlap, at full length in the tooltip', () => {
  const names = ['Reviews (Career Karma and Course Report)', 'Google', 'From a friend', 'YouTube', 'Radio'];
  const buckets = names.map((name) => bucket(name));
  const [, axis] = tableOf(...buckets).axes;
  const drawn = (width: 'wide' | 'narrow', count: number) => {
    const some = { ...axis, buckets: buckets.slice(0, count), figures: buckets.slice(0, count).map(() => figure) };
    const table = { ...tableOf(), axes: [some] } as unknown as ReportTable;
    return plotOf(table, { ...OPTIONS, width })?.drawing.options;
  };
  expect(drawn('wide', 2)?.xaxis).toMatchObject({ categories: names.slice(0, 2), labels: { rotate: 0 } });
  const slanted = {
    categories: ['Reviews (Ca…', 'Google', 'From a frie…', 'YouTube', 'Radio'],
    labels: { rotate: -45 },
  };
  expect(drawn('wide', 5)?.xaxis).toMatchObject(slanted);
  expect(drawn('narrow', 5)?.xaxis).toMatchObject(slanted);
  const tip = drawn('wide', 5)?.tooltip?.custom as (point: object) => string;
  expect(tip({ dataPointIndex: 0 })).toContain('Reviews (Career Karma and Course Report)');
});
