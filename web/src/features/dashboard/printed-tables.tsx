import { useWindowEvent } from '@mantine/hooks';
import { Fragment, useState } from 'react';
import { flushSync } from 'react-dom';
import { shownText } from './data/column-filters.ts';
import { preview } from './data/columns.ts';
import type { Sort } from './data/dashboard-address.ts';
import { arranged, isShown, type Layout } from './data/layout.ts';
import { inSortOrder } from './data/row-order.ts';
import type { ColumnsByBatch } from './data/use-dashboard-data.ts';
import type { Section } from './data/visible-applications.ts';
import classes from './printed-tables.module.css';
import { printedWords } from './printed-words.ts';

const KINDS: Readonly<Record<string, string>> = { account: 'short', name: 'name' };

/** On paper all shown rows, since the tables on the screen have only those in the window. Exists while the page is printed. */
export function PrintedTables({
  sections,
  columns,
  sort,
  layout,
}: {
  sections: readonly Section[];
  columns: ColumnsByBatch;
  sort: readonly Sort[];
  layout: Layout;
}) {
  const [isPrinting, setPrinting] = useState(false);
  // The browser takes the page as soon as the event has been handled.
  useWindowEvent('beforeprint', () => flushSync(() => setPrinting(true)));
  useWindowEvent('afterprint', () => setPrinting(false));
  if (!isPrinting) return null;
  return (
    <div className={classes.printed} data-part="printed">
      {sections
        .filter(({ applications }) => applications.length > 0)
        .map(({ batch, applications }) => {
          const all = columns.get(batch._id) ?? [];
          const shown = arranged(all, layout.order).filter((column) => isShown(column, layout.hidden));
          return (
            <section key={batch._id}>
              <h2>
                {batch.name} · {batch.status}
              </h2>
              <table>
                <thead>
                  <tr>
                    {shown.map(({ id, title }) => (
                      <th key={id} scope="col">
                        {title}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {inSortOrder(applications, all, sort).map((application) => (
                    <tr key={application._id}>
                      {shown.map((column) => (
                        <td key={column.id} data-kind={KINDS[column.id] ?? column.kind}>
                          {printedWords(preview(shownText(column, application))).map((word, at) => (
                            // biome-ignore lint/suspicious/noArrayIndexKey: words have no other identity
                            <Fragment key={at}>
                              {at > 0 && <wbr />}
                              {word}
                            </Fragment>
                          ))}
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          );
        })}
    </div>
  );
}
