import { IconChartBar, IconTable } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import classes from './charts.module.css';

export function TableSwitch({ isTable, onToggle }: { isTable: boolean; onToggle: () => void }) {
  const Icon = isTable ? IconChartBar : IconTable;
  return (
    <button type="button" className={classes.textButton} onClick={onToggle}>
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
        <td key={head[index + 1]?.key} dir="auto" data-number={typeof cell !== 'string' || undefined}>
          {cell}
        </td>
      ))}
    </tr>
  );
}

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
      <table className={classes.table}>
        <thead>
          <tr>
            {head.map(({ key, title }) => (
              <th key={key} scope="col" dir="auto">
                {title}
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
