import { expect, test } from 'vitest';
import { LIMITS } from '../../domain/limits/limits.ts';
import { atOnce } from '../../timing/in-slices.ts';
import type { ReportBucket, ReportTable } from '../contract/saved-reports.ts';
import { reportCsv } from './report-csv.ts';

const ABOUT = { name: '=1+1', edition: 3, at: '2026-03-04T09:00:00.000Z', position: '0xab' };
const bucket = (label: string): ReportBucket => ({ kind: 'value', key: label, label, groups: 1 });
const days = ['2026-03-02', '2026-03-09', '2026-03-16'].map(bucket);
const time = (buckets: ReportBucket[]) =>
  ({ label: 'Week', kind: 'time', unit: 'week', buckets, figures: [] }) satisfies ReportTable['axes'][number];
const value = (buckets: ReportBucket[]) =>
  ({ label: 'Source', kind: 'value', unit: null, buckets, figures: [] }) satisfies ReportTable['axes'][number];
const table = (more: Partial<ReportTable>): ReportTable => ({
  sentence: 'Counts.',
  rules: [],
  timeZone: 'Asia/Manila',
  unit: 'events',
  axes: [time(days)],
  cells: [
    { at: [0], value: 2, n: 2 },
    { at: [2], value: 1, n: 1 },
  ],
  total: { value: 3, n: 3 },
  open: null,
  ...more,
});
const linesOf = (one: ReportTable): readonly string[] => atOnce(reportCsv({ ...one, notes: [] }, ABOUT)).split('\r\n');

test('a week without a case is 0, or a gap for a median, and the range ends with the last day of the last week', () => {
  const lines = linesOf(table({}));
  expect(lines.slice(0, 5)).toEqual(['\uFEFFWeek,Count', '2026-03-02,2', '2026-03-09,0', '2026-03-16,1', 'Total,3']);
  expect(lines).toContain('Range,2026-03-02 to 2026-03-22 (inclusive)');
  expect(lines).toEqual(
    expect.arrayContaining(["Report,'=1+1", 'Version,3', 'Time zone,Asia/Manila', 'Position,0xab']),
  );
  const cells = [{ at: [1], value: 7_200_000, n: 1, p90: null }];
  const median = linesOf(table({ unit: 'milliseconds', cells, total: { value: 7_200_000, n: 1 } }));
  expect(median.slice(1, 4)).toEqual(['2026-03-02,,,0', '2026-03-09,2,,1', '2026-03-16,,,0']);
});

test('a second group is filled for each week too', () => {
  const axes = [time(days.slice(0, 2)), value([bucket('Web'), bucket('=cmd()')])];
  const lines = linesOf(table({ axes, cells: [{ at: [1, 0], value: 4, n: 4 }] }));
  expect(lines.slice(1, 5)).toEqual([
    '2026-03-02,Web,0',
    "2026-03-02,'=cmd(),0",
    '2026-03-09,Web,4',
    "2026-03-09,'=cmd(),0",
  ]);
});

test('the file has every row, also with 200,000, and says when it leaves out combinations without a case', () => {
  const sources = Array.from({ length: LIMITS.reportFilledRows }, (_, n) => bucket(`Source ${n}`));
  const cells = sources.map((_, n) => ({ at: [0, n], value: n, n }));
  const small = linesOf(table({ axes: [time(days.slice(0, 1)), value(sources)], cells }));
  expect(small[LIMITS.reportFilledRows]).toBe('2026-03-02,Source 199999,199999');
  expect(small).not.toContain(',Combinations without a case are left out.');
  const large = linesOf(table({ axes: [time(days), value(sources)], cells }));
  expect(large[LIMITS.reportFilledRows]).toBe('2026-03-02,Source 199999,199999');
  expect(large[LIMITS.reportFilledRows + 1]).toBe('Total,,3');
  expect(large).toContain(',Combinations without a case are left out.');
});
