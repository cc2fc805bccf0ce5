import { benchAppend } from './append.ts';
import { type Row, reaches } from './row.ts';

const BENCHES: readonly (() => Promise<Row[]>)[] = [benchAppend];

const figure = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 });
const ratio = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const columns = (cells: readonly [string, string, string, string, string]): string =>
  [58, -16, -10, -12, -12].map((width, n) => aligned(cells[n] ?? '', width)).join('');

const aligned = (text: string, width: number): string => (width > 0 ? text.padEnd(width) : text.padStart(-width));

const line = (row: Row): string =>
  columns([
    row.name,
    `${figure.format(row.figure)} ${row.unit}`,
    row.ratio === undefined ? '' : `× ${ratio.format(row.ratio)}`,
    mark(row, 'bar'),
    mark(row, 'aim'),
  ]);

function mark(row: Row, which: 'bar' | 'aim'): string {
  const isReached = reaches(row, row[which]);
  return isReached === undefined ? '' : `${isReached ? '✓' : '✗'} ${row[which]}`;
}

console.log(columns(['measured', 'figure', 'ratio', 'bar', 'aim']));
let missed = 0;
for (const bench of BENCHES) {
  for (const row of await bench()) {
    if (reaches(row, row.bar) === false) missed += 1;
    console.log(line(row));
  }
}
console.log(missed === 0 ? 'All bars reached' : `${missed} below the bar`);
process.exitCode = missed === 0 ? 0 : 1;
