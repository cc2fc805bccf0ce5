import { IconArrowDown, IconArrowUp, IconStarFilled } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import { StatusChip } from '../../shared/application/status-chip.tsx';
import { afterFrames } from '../../shared/browser/after-paint.ts';
import type { GridContext } from './cells.tsx';
import { shownText } from './data/column-filters.ts';
import { type DashboardColumn, preview, saysOverdue } from './data/columns.ts';
import type { Sort } from './data/dashboard-address.ts';
import { arranged, isShown, type Layout } from './data/layout.ts';
import { inSortOrder } from './data/row-order.ts';
import { MAX_BODY_HEIGHT, ROW_HEIGHT } from './grid-theme.ts';
import classes from './plain-rows.module.css';

export const plainRows = (): number => Math.ceil((0.7 * innerHeight) / ROW_HEIGHT);

export function PlainRows({
  applications,
  columns,
  sort,
  layout,
  inWindow,
  context: { myId, selection, canOpenRows },
}: {
  applications: readonly ApplicationView[];
  columns: readonly DashboardColumn[];
  sort: readonly Sort[];
  layout: Layout;
  /** The number of rows that fit into the window; the others are rendered afterwards. */
  inWindow: number;
  context: GridContext;
}) {
  const rows = useMemo(
    () => inSortOrder(applications, columns, sort).slice(0, plainRows()),
    [applications, columns, sort],
  );
  const [whole, setWhole] = useState<typeof rows>();
  useEffect(() => afterFrames(() => setWhole(rows)), [rows]);
  const shown = useMemo(() => within(innerWidth, columns, layout), [columns, layout]);
  const hasBoxes = selection !== null;
  return (
    <div
      className={canOpenRows ? `${classes.rows} ${classes.opening}` : classes.rows}
      data-part="plain-rows"
      aria-hidden
    >
      <div className={classes.head}>
        {hasBoxes && <span className={classes.box} />}
        {shown.map(({ column: { id, title }, width, isEdge }) => (
          <span key={id} style={{ width }} data-edge={isEdge || undefined}>
            {title}
            <SortedBy sort={sort.find(({ colId }) => colId === id)} />
          </span>
        ))}
      </div>
      <div className={classes.body} style={{ maxHeight: MAX_BODY_HEIGHT }}>
        {(whole === rows ? rows : rows.slice(0, inWindow)).map((application) => (
          <div key={application._id} className={classes.row}>
            {hasBoxes && <span className={classes.box} />}
            {shown.map(({ column, width, isEdge }) => (
              <Cell
                key={column.id}
                column={column}
                width={width}
                isEdge={isEdge}
                application={application}
                myId={myId}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

function SortedBy({ sort }: { sort: Sort | undefined }) {
  if (!sort) return null;
  const Icon = sort.sort === 'asc' ? IconArrowUp : IconArrowDown;
  return <Icon size={16} className={classes.arrow} />;
}

interface PlainCell {
  readonly column: DashboardColumn;
  readonly width: number;
  readonly isEdge: boolean;
}

function Cell({
  column,
  width,
  isEdge,
  application,
  myId,
}: PlainCell & { application: ApplicationView; myId: string | null }) {
  const { id, kind } = column;
  const text = preview(shownText(column, application));
  const isMine = kind === 'assignee' && myId !== null && application.adminAssignee?.userId === myId;
  return (
    <span
      style={{ width }}
      data-column={id}
      data-kind={isMine ? 'mine' : kind === 'age' && saysOverdue(text) ? 'overdue' : kind}
      data-edge={isEdge || undefined}
    >
      {isMine && <IconStarFilled size={14} className={classes.star} />}
      {kind === 'status' ? <StatusChip status={application.status} /> : text}
    </span>
  );
}

function within(
  most: number,
  columns: readonly DashboardColumn[],
  { order, widths, hidden }: Layout,
): readonly PlainCell[] {
  const shown = arranged(columns, order).filter((column) => isShown(column, hidden));
  let from = 0;
  return shown.flatMap((column, at, all) => {
    if (from > most) return [];
    const width = widths[column.id] ?? column.width;
    from += width;
    return [{ column, width, isEdge: column.isPinned === true && !all[at + 1]?.isPinned }];
  });
}
