import { IconChevronDown } from '@tabler/icons-react';
import { memo, useRef } from 'react';
import { ApplicationGrid } from './application-grid.tsx';
import type { GridContext } from './cells.tsx';
import type { ColumnFilters } from './column-filters.ts';
import type { DashboardColumn } from './columns.ts';
import { counted } from './counted.ts';
import classes from './dashboard.module.css';
import type { Sort } from './dashboard-address.ts';
import { HEADER_HEIGHT, MAX_BODY_HEIGHT, ROW_HEIGHT } from './grid-theme.ts';
import type { Layout } from './layout.ts';
import { useDrawn } from './use-drawn.ts';
import type { Section } from './visible-applications.ts';

const shownOf = (shown: number, total: number) =>
  (shown === total ? '' : `${shown.toLocaleString('en')} of `) + counted(total, 'application', 'applications');

/** One batch: its name, status and row count, and its table unless it is collapsed. */
export const BatchSection = memo(function BatchSection({
  section: { batch, applications, total },
  columns,
  isCollapsed,
  onToggle,
  ...table
}: {
  section: Section;
  columns: readonly DashboardColumn[];
  isCollapsed: boolean;
  onToggle: (batchId: string) => void;
  existence: ReadonlySet<string>;
  sort: readonly Sort[];
  layout: Layout;
  filters: ColumnFilters;
  open: ReadonlySet<string>;
  context: GridContext;
  onSort: (sort: readonly Sort[]) => void;
  onArrange: (change: (layout: Layout) => Layout) => void;
  onFilter: (change: (filters: ColumnFilters) => ColumnFilters) => void;
}) {
  const { open } = table;
  // Half-typed words in an open row would go with it.
  const { ref, isDrawn } = useDrawn(open.size > 0 && applications.some(({ _id }) => open.has(_id)));
  const scrolled = useRef(0);
  const bodyId = `batch-${batch._id}`;
  return (
    <section className={classes.section} aria-label={batch.name}>
      <h2 className={classes.sectionHead}>
        <button
          type="button"
          className={classes.sectionToggle}
          aria-expanded={!isCollapsed}
          aria-controls={bodyId}
          onClick={() => onToggle(batch._id)}
        >
          <IconChevronDown size={18} aria-hidden />
          <span className={classes.batchName}>{batch.name}</span>
          <span className={classes.batchStatus} data-status={batch.status}>
            {batch.status}
          </span>
          <span className={classes.count}>{shownOf(applications.length, total)}</span>
        </button>
      </h2>
      <div id={bodyId} ref={ref} hidden={isCollapsed}>
        {!isCollapsed && applications.length === 0 && (
          <p className={classes.nobody}>{emptyText(batch.status, total)}</p>
        )}
        {!isCollapsed && applications.length > 0 && !isDrawn && (
          <div data-part="to-be-drawn" style={{ height: heightOf(applications.length) }} />
        )}
        {!isCollapsed && applications.length > 0 && isDrawn && (
          <ApplicationGrid
            label={`Applications to ${batch.name}`}
            applications={applications}
            height={heightOf(applications.length)}
            columns={columns}
            scrolled={scrolled}
            {...table}
          />
        )}
      </div>
    </section>
  );
});

/** Of a table before it is drawn. */
const heightOf = (rows: number) => `calc(${HEADER_HEIGHT}px + min(${rows * ROW_HEIGHT}px, ${MAX_BODY_HEIGHT}))`;

function emptyText(status: Section['batch']['status'], total: number): string {
  if (total > 0) return 'All applications to this batch are inactive. Show inactive applications to see them.';
  return status === 'Draft'
    ? 'Nobody has applied: this batch is a draft, and applicants do not see it yet.'
    : 'Nobody has applied to this batch.';
}
