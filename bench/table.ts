import { type Row, reaches } from './row.ts';

export const HEAD = ['measured', 'figure', 'ratio', 'bar', 'aim'] as const;

const figure = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 });
const ratio = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export const cellsOf = (row: Row): readonly string[] => [
  row.name,
  `${figure.format(row.figure)} ${row.unit}`,
  row.ratio === undefined ? '' : `× ${ratio.format(row.ratio)}`,
  mark(row, 'bar'),
  mark(row, 'aim'),
];

function mark(row: Row, which: 'bar' | 'aim'): string {
  const isReached = reaches(row, row[which]);
  if (isReached === undefined) return '';
  return `${isReached ? '✓' : '✗'} ${row.isLessBetter ? '≤' : '≥'} ${row[which]}`;
}
