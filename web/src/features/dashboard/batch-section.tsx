import { IconChevronDown } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { memo, useCallback, useMemo } from 'react';
import { counted, grouped } from '../../../../domain/text/counted.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { noteDrawn } from '../../shared/staff-queries/read-applications.ts';
import { ApplicationGrid } from './application-grid.tsx';
import type { GridContext } from './cells.tsx';
import classes from './dashboard.module.css';
import type { ColumnFilters } from './data/column-filters.ts';
import type { DashboardColumn } from './data/columns.ts';
import type { Sort } from './data/dashboard-address.ts';
import type { Layout } from './data/layout.ts';
import type { Section } from './data/visible-applications.ts';
import { HEADER_HEIGHT, MAX_BODY_HEIGHT, ROW_HEIGHT } from './grid-theme.ts';
import { PlainRows } from './plain-rows.tsx';
import { StagedTable } from './staged-table/staged-table.tsx';
import type { Start } from './staged-table/use-drawn.ts';
import { useLate } from './staged-table/use-queued-value.ts';

/** Borders and scroll bar of the table in pixels, so that its placeholder has the same height. */
const EDGES = 18;

const shownOf = (shown: number, total: number) =>
  (shown === total ? '' : `${grouped(shown)} of `) + counted(total, 'application', 'applications');

export const BatchSection = memo(function BatchSection({
  section: { batch, applications, total, lookedFor, isAwaited = false },
  columns,
  isCollapsed,
  onToggle,
  existence,
  sort,
  layout,
  filters,
  start,
  inWindow,
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
  start: Start;
  inWindow: number;
  open: ReadonlySet<string>;
  context: GridContext;
  onSort: (sort: readonly Sort[]) => void;
  onArrange: (change: (layout: Layout) => Layout) => void;
  onFilter: (change: (filters: ColumnFilters) => ColumnFilters) => void;
}) {
  const { open, context } = table;
  // Remounting would lose half-typed text in an open row.
  const isHeld = open.size > 0 && applications.some(({ _id }) => open.has(_id));
  const judged = useLate(existence);
  const now = useMemo(
    () => ({ applications, lookedFor, columns, existence: judged, sort, layout, filters }),
    [applications, lookedFor, columns, judged, sort, layout, filters],
  );
  const client = useQueryClient();
  const onReady = useCallback(() => noteDrawn(client), [client]);
  const placeholder = isAwaited ? (
    <div className={classes.awaited} />
  ) : applications.length === 0 ? (
    <p className={classes.nobody}>{ALL_INACTIVE}</p>
  ) : undefined;
  const bodyId = `batch-${batch._id}`;
  const heading = (
    <>
      <span className={classes.batchName}>{batch.name}</span>
      <span className={classes.batchStatus} data-status={batch.status}>
        {batch.status}
      </span>
    </>
  );
  if (total === 0 && !isAwaited) {
    return (
      <section className={classes.section} aria-label={batch.name}>
        <div className={`${classes.sectionToggle} ${classes.bare}`}>
          <h2 className={classes.bareHead}>{heading}</h2>
          <span className={classes.why}>{batch.status === 'Draft' && TEXTS.dashboard.draftHidden}</span>
          <span className={classes.count}>{shownOf(0, 0)}</span>
        </div>
      </section>
    );
  }
  return (
    <section className={classes.section} aria-label={batch.name} aria-busy={isAwaited || undefined}>
      <h2 className={classes.sectionHead}>
        <button
          type="button"
          className={classes.sectionToggle}
          aria-expanded={!isCollapsed}
          aria-controls={bodyId}
          onClick={() => onToggle(batch._id)}
        >
          <IconChevronDown size={18} aria-hidden />
          {heading}
          <span className={classes.count}>{isAwaited ? 'Loading…' : shownOf(applications.length, total)}</span>
        </button>
      </h2>
      <StagedTable
        id={bodyId}
        isHidden={isCollapsed}
        value={now}
        start={start}
        isHeld={isHeld}
        height={`calc(min(${applications.length * ROW_HEIGHT}px, ${MAX_BODY_HEIGHT}) + ${HEADER_HEIGHT + EDGES}px)`}
        placeholder={placeholder}
        plain={
          <PlainRows
            applications={applications}
            columns={columns}
            sort={sort}
            layout={layout}
            inWindow={inWindow}
            context={context}
          />
        }
        grid={({ value, ...staged }) => (
          <ApplicationGrid
            key={context.selection ? 'selecting' : 'reading'}
            label={`Applications to ${batch.name}`}
            {...staged}
            {...value}
            {...table}
          />
        )}
        onReady={onReady}
      />
    </section>
  );
});

const ALL_INACTIVE = TEXTS.dashboard.allInactive;
