import { IconChartBar, IconTable } from '@tabler/icons-react';
import classes from './trends.module.css';

export function TableSwitch({ isTable, onToggle }: { isTable: boolean; onToggle: () => void }) {
  const Icon = isTable ? IconChartBar : IconTable;
  return (
    <button type="button" className={classes.textButton} onClick={onToggle}>
      <Icon size={16} aria-hidden />
      {isTable ? 'Show as chart' : 'Show as table'}
    </button>
  );
}

export function TrendsTable({
  caption,
  head,
  rows,
}: {
  caption: string;
  head: readonly { readonly key: string; readonly title: string }[];
  rows: readonly { readonly key: string; readonly cells: readonly (string | number)[] }[];
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
          {rows.map(({ key, cells: [first, ...others] }) => (
            <tr key={key}>
              <th scope="row" dir="auto">
                {first}
              </th>
              {others.map((cell, index) => (
                <td key={head[index + 1]?.key} dir="auto" data-number={typeof cell === 'number' || undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
