import { IconChevronRight, IconStarFilled } from '@tabler/icons-react';
import type { CustomCellRendererProps } from 'ag-grid-react';
import { formatMoment } from '../../shared/dates.tsx';
import { StatusChip } from '../../shared/status-chip.tsx';
import type { Selection } from './bulk/selection.ts';
import { type CellKind, type DashboardColumn, nameOf, preview } from './columns.ts';
import classes from './grid.module.css';
import type { GridRow } from './grid-rows.ts';

/** What the cells of a section ask of the page around them. */
export interface GridContext {
  readonly myId: string | null;
  readonly canOpenRows: boolean;
  readonly toggleRow: (applicationId: string) => void;
  /** Null for whoever may not change many at once. */
  readonly selection: Selection | null;
}

function NumberCell({ data, value, context }: CustomCellRendererProps<GridRow, string, GridContext>) {
  if (!data) return null;
  const { application, kind } = data;
  return (
    <span className={classes.number}>
      {context.canOpenRows && (
        <button
          type="button"
          className={classes.toggle}
          tabIndex={-1}
          aria-expanded={kind === 'open'}
          aria-label={`Work on the application of ${nameOf(application)}`}
          onClick={() => context.toggleRow(application._id)}
        >
          <IconChevronRight size={16} aria-hidden />
        </button>
      )}
      {/* Its table opens it: a hundred links of the router would take longer to draw than all else in their rows. */}
      <a href={`/application/${application._id}`} tabIndex={-1}>
        {value}
      </a>
    </span>
  );
}

function StatusCell({ data }: CustomCellRendererProps<GridRow>) {
  return data ? (
    <span className={classes.centred}>
      <StatusChip status={data.application.status} />
    </span>
  ) : null;
}

function AssigneeCell({ value }: CustomCellRendererProps<GridRow, string>) {
  return (
    <span className={classes.assignee}>
      <IconStarFilled size={14} className={classes.star} role="img" aria-label="Assigned to me" />
      {value}
    </span>
  );
}

/**
 * Only what needs more than its text is a component: each costs as much to draw as ten plain cells, and an assignee
 * needs its star only where it is me.
 */
export function cellFor(kind: CellKind, { data, context }: { data: GridRow | undefined; context: GridContext }) {
  if (kind === 'number') return { component: NumberCell };
  if (kind === 'status') return { component: StatusCell };
  const isMine = kind === 'assignee' && data?.application.adminAssignee?.userId === context.myId;
  return isMine ? { component: AssigneeCell } : undefined;
}

/** The whole of what a cell shows in short; nothing where the cell says it all. */
export function tooltipOf(column: DashboardColumn, text: string): string | null {
  if (text === '') return null;
  if (column.kind === 'date' || column.kind === 'ago') return formatMoment(text);
  return preview(text) === text && text.length < column.width / 9 ? null : text;
}
