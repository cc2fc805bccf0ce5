import { grandTotal, type Report, sumOf } from '../../../../domain/reports/report.ts';
import { csvFile } from '../../../../domain/text/csv.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { noteColumn } from './note-column.ts';

/** All rows and columns, none joined as *Other*. Each row repeats zone, range and definition, so rows can be reordered. */
export function reportCsv(report: Report, notes: readonly string[]): string {
  const { columns, rows, totals, rowTitle, zone, range, position, title: reportTitle, version } = report;
  const hasDays = rows.some(({ filter }) => filter.from !== undefined);
  const about = {
    'Time zone': zone,
    From: range.from,
    To: range.to,
    Position: position,
    Definition: TEXTS.reportPages.definition(reportTitle, version),
    ...noteColumn(notes),
  };
  const values = Object.values(about);
  const all = columns.length > 1;
  return csvFile([
    [
      rowTitle,
      ...(hasDays ? ['First day', 'Last day'] : []),
      'Note',
      ...columns.map(({ title }) => title),
      ...(all ? ['All'] : []),
      ...Object.keys(about),
    ],
    ...rows.map(({ title, note, filter, cells }) => [
      title,
      ...(hasDays ? [filter.from, filter.to] : []),
      note,
      ...cells,
      ...(all ? [sumOf(cells)] : []),
      ...values,
    ]),
    ['All', ...(hasDays ? [range.from, range.to] : []), '', ...totals, ...(all ? [grandTotal(report)] : []), ...values],
  ]);
}
