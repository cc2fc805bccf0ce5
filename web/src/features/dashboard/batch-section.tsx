import { IconChevronDown } from '@tabler/icons-react';
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { counted, grouped } from '../../../../domain/text/counted.ts';
import { ApplicationGrid } from './application-grid.tsx';
import type { GridContext } from './cells.tsx';
import type { ColumnFilters } from './column-filters.ts';
import type { DashboardColumn } from './columns.ts';
import classes from './dashboard.module.css';
import type { Sort } from './dashboard-address.ts';
import { HEADER_HEIGHT, MAX_BODY_HEIGHT, ROW_HEIGHT } from './grid-theme.ts';
import type { Layout } from './layout.ts';
import { PlainRows } from './plain-rows.tsx';
import { afterFrames, noteDrawn } from './turns.ts';
import { type Start, useDrawn } from './use-drawn.ts';
import { useInTurn, useLate } from './use-in-turn.ts';
import type { Section } from './visible-applications.ts';

/** The lines above a table and below its head, and the strip that scrolls it sideways: what takes its place must not move what follows. */
const EDGES = 18;

/** Before its rows stand there, while its plain ones do, and else. */
type TableState = 'drawing' | 'behind' | 'ready';

const shownOf = (shown: number, total: number) =>
  (shown === total ? '' : `${grouped(shown)} of `) + counted(total, 'application', 'applications');

/** One batch: its name, status and row count, and its table unless it is collapsed. */
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
  /** So many of its rows are in the window at most. */
  inWindow: number;
  open: ReadonlySet<string>;
  context: GridContext;
  onSort: (sort: readonly Sort[]) => void;
  onArrange: (change: (layout: Layout) => Layout) => void;
  onFilter: (change: (filters: ColumnFilters) => ColumnFilters) => void;
}) {
  const { open, context } = table;
  // Half-typed words in an open row would go with it.
  const isHeld = open.size > 0 && applications.some(({ _id }) => open.has(_id));
  const { ref, isSeen, isNear, isDrawn } = useDrawn(isHeld, start);
  const scrolled = useRef(0);
  const judged = useLate(existence);
  const now = useMemo(
    () => ({ applications, lookedFor, columns, existence: judged, sort, layout, filters }),
    [applications, lookedFor, columns, judged, sort, layout, filters],
  );
  const hasRows = !isCollapsed && applications.length > 0;
  const hasTable = hasRows && isDrawn;
  const [state, setState] = useState<TableState>('drawing');
  const isReady = state === 'ready';
  const onReady = useCallback(() => setState('ready'), []);
  const { value, isBehind } = useInTurn(now, { isSeen, isReady, isHeld }, ref);
  // What a table takes in late is drawn before it is seen.
  if (isReady && isBehind) setState('behind');
  if (!hasTable && state !== 'drawing') setState('drawing');
  useEffect(() => {
    if (isReady) noteDrawn();
  }, [isReady]);
  useEffect(() => {
    // The table says nothing where its rows are the same again.
    return state === 'behind' && !isBehind ? afterFrames(onReady) : undefined;
  }, [state, isBehind, onReady]);
  const bodyId = `batch-${batch._id}`;
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
          <span className={classes.batchName}>{batch.name}</span>
          <span className={classes.batchStatus} data-status={batch.status}>
            {batch.status}
          </span>
          <span className={classes.count}>{isAwaited ? 'Loading…' : shownOf(applications.length, total)}</span>
        </button>
      </h2>
      <div id={bodyId} ref={ref} className={classes.sectionBody} hidden={isCollapsed}>
        {!isCollapsed && isAwaited && <div className={classes.awaited} />}
        {!isCollapsed && !isAwaited && applications.length === 0 && (
          <p className={classes.nobody}>{emptyText(batch.status, total)}</p>
        )}
        {hasRows && !(hasTable && isReady) && (
          <div
            className={classes.undrawn}
            data-part={hasTable ? undefined : 'to-be-drawn'}
            style={{
              height: `calc(min(${applications.length * ROW_HEIGHT}px, ${MAX_BODY_HEIGHT}) + ${HEADER_HEIGHT + EDGES}px)`,
            }}
          >
            {isNear && start !== 'drawn' && (
              <PlainRows
                applications={applications}
                columns={columns}
                sort={sort}
                layout={layout}
                inWindow={inWindow}
                context={context}
              />
            )}
          </div>
        )}
        {hasTable && (
          <div className={isReady ? undefined : classes[state]}>
            <ApplicationGrid
              // A table that is there keeps its boxes, even of somebody who may select nothing any more.
              key={context.selection ? 'selecting' : 'reading'}
              label={`Applications to ${batch.name}`}
              scrolled={scrolled}
              onReady={onReady}
              {...value}
              {...table}
            />
          </div>
        )}
      </div>
    </section>
  );
});

function emptyText(status: Section['batch']['status'], total: number): string {
  if (total > 0) return 'All applications to this batch are inactive. Show inactive applications to see them.';
  return status === 'Draft'
    ? 'Nobody has applied: this batch is a draft, and applicants do not see it yet.'
    : 'Nobody has applied to this batch.';
}
