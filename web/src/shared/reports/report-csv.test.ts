import { expect, test } from 'vitest';
import type { Report } from '../../../../domain/reports/report.ts';
import { reportCsv } from './report-csv.ts';

const report: Report = {
  name: 'applicationsOverTime',
  version: 1,
  title: 'Enrollment trends over time',
  rowTitle: 'Month',
  rule: '',
  weekRule: null,
  zone: 'Asia/Manila',
  range: { from: '2026-10-27', to: '2026-11-25' },
  position: '0xab',
  filter: {},
  columns: [
    { key: 'a', title: '=HYPERLINK("x")', filter: {} },
    { key: 'b', title: 'Java, spring', filter: {} },
  ],
  rows: [
    {
      key: '2026-11',
      title: 'Nov 2026',
      filter: { from: '2026-11-01', to: '2026-11-25' },
      note: 'so far, closes 30 Nov',
      cells: [3, null],
    },
  ],
  totals: [3, 0],
  sentence: '',
};

test('the file names zone, range, position and definition in every row, quotes texts and disarms formulas', () => {
  expect(reportCsv(report, []).split('\r\n')).toEqual([
    '\uFEFFMonth,First day,Last day,Note,"\'=HYPERLINK(""x"")","Java, spring",All,Time zone,From,To,Position,Definition',
    'Nov 2026,2026-11-01,2026-11-25,"so far, closes 30 Nov",3,,3,Asia/Manila,2026-10-27,2026-11-25,0xab,"Enrollment trends over time, version 1"',
    'All,2026-10-27,2026-11-25,,3,0,3,Asia/Manila,2026-10-27,2026-11-25,0xab,"Enrollment trends over time, version 1"',
    '',
  ]);
});

test('a row without any number has no sum, which is not 0', () => {
  const rows = [{ key: '1', title: 'Week 1', filter: {}, note: null, cells: [null, null] }];
  expect(
    reportCsv({ ...report, rows, totals: [null, 4] }, [])
      .split('\r\n')
      .slice(1, 3),
  ).toEqual([
    'Week 1,,,,,Asia/Manila,2026-10-27,2026-11-25,0xab,"Enrollment trends over time, version 1"',
    'All,,,4,4,Asia/Manila,2026-10-27,2026-11-25,0xab,"Enrollment trends over time, version 1"',
  ]);
});

test('each row says what was left out', () => {
  const [head, ...rows] = reportCsv(report, ['One StatusChanged has been left out', 'Two, too']).trim().split('\r\n');
  expect(head).toMatch(/,Definition,Notes$/);
  for (const row of rows) expect(row).toMatch(/ version 1","One StatusChanged has been left out · Two, too"$/);
});

test('the file has every row, also with 200,000', () => {
  const rows = Array.from({ length: 200_000 }, (_, n) => ({
    key: `${n}`,
    title: `${n}`,
    filter: {},
    note: null,
    cells: [n, 1],
  }));
  const lines = reportCsv({ ...report, rows, totals: [0, 200_000] }, []).split('\r\n');
  expect(lines).toHaveLength(200_003);
  expect(lines[200_000]).toBe(
    '199999,,199999,1,200000,Asia/Manila,2026-10-27,2026-11-25,0xab,"Enrollment trends over time, version 1"',
  );
});
