import { IconChartBar, IconTable } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import text from '../ui/text-button.module.css';
import classes from './charts.module.css';

export function TableSwitch({ isTable, onToggle }: { isTable: boolean; onToggle: () => void }) {
  const Icon = isTable ? IconChartBar : IconTable;
  return (
    <button type="button" className={text.textButton} onClick={onToggle}>
      <Icon size={16} aria-hidden />
      {isTable ? 'Show as chart' : 'Show as table'}
    </button>
  );
}

interface Heading {
  readonly key: string;
  readonly title: string;
}

/** A number, or a link with one, is aligned to the right. */
type Cell = string | number | ReactElement;

const isNumber = (cell: Cell | undefined): true | undefined => typeof cell !== 'string' || undefined;

interface Row {
  readonly key: string;
  readonly cells: readonly Cell[];
}

function DataRow({ row: { cells }, head }: { row: Row; head: readonly Heading[] }) {
  const [first, ...others] = cells;
  return (
    <tr>
      <th scope="row" dir="auto">
        {first}
      </th>
      {others.map((cell, index) => (
        <td key={head[index + 1]?.key} dir="auto" data-title={head[index + 1]?.title} data-number={isNumber(cell)}>
          {cell}
        </td>
      ))}
    </tr>
  );
}

/** A table with more columns scrolls sideways on a phone beside its first column; another one stacks its cells. */
const MOST_STACKED = 12;

export function DataTable({
  caption,
  head,
  rows,
  foot,
}: {
  caption: string;
  head: readonly Heading[];
  rows: readonly Row[];
  foot?: Row;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard (WCAG 2.1.1).
    <section className={classes.scroller} aria-label={caption} tabIndex={0}>
      <table className={classes.table} data-stacks={head.length <= MOST_STACKED || undefined}>
        <thead>
          <tr>
            {head.map(({ key, title }, index) => (
              <th key={key} scope="col" dir="auto" data-number={isNumber(rows[0]?.cells[index])}>
                <span className={classes.heading} title={title}>
                  {title}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <DataRow key={row.key} row={row} head={head} />
          ))}
        </tbody>
        {foot && (
          <tfoot>
            <DataRow row={foot} head={head} />
          </tfoot>
        )}
      </table>
    </section>
  );
}
