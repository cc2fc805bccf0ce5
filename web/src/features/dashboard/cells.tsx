import { IconChevronRight, IconStarFilled } from '@tabler/icons-react';
import type { ICellRendererComp, ICellRendererParams } from 'ag-grid-community';
import { createPortal } from 'react-dom';
import { APPLICATION_STATUSES } from '../../../../domain/application/statuses.ts';
import { nameOf } from '../../shared/application/applicant-name.ts';
import { StatusChip } from '../../shared/application/status-chip.tsx';
import { applicationLink } from '../../shared/as-of/use-as-of.ts';
import { formatMoment } from '../../shared/dates/dates.tsx';
import type { Selection } from './bulk/selection.ts';
import { type CellKind, type DashboardColumn, preview } from './data/columns.ts';
import classes from './grid.module.css';
import type { GridRow } from './grid-rows.ts';
import type { Panels } from './panels.ts';

export interface GridContext {
  readonly myId: string | null;
  readonly canOpenRows: boolean;
  /** The position of the log that the page shows. */
  readonly asOf: string | null;
  readonly toggleRow: (applicationId: string) => void;
  readonly selection: Selection | null;
  readonly panels: Panels;
}

type Params = ICellRendererParams<GridRow, string, GridContext>;

/** Clones an icon that React has rendered once: thousands of cells need the same few icons. */
function picture(selector: string): Node | string {
  return TEMPLATES?.querySelector(selector)?.cloneNode(true) ?? '';
}

const TEMPLATES = typeof document === 'undefined' ? null : document.createElement('div');

export function CellTemplates() {
  return (
    TEMPLATES &&
    createPortal(
      <>
        <IconChevronRight size={16} aria-hidden data-cell="chevron" />
        <IconStarFilled size={14} className={classes.star} role="img" aria-label="Assigned to me" data-cell="star" />
        {APPLICATION_STATUSES.map((status) => (
          <StatusChip key={status} status={status} />
        ))}
      </>,
      TEMPLATES,
    )
  );
}

function element<Name extends 'a' | 'button' | 'span'>(name: Name, className = ''): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), { className });
}

class NumberCell implements ICellRendererComp<GridRow> {
  readonly #cell = element('span', classes.number);
  readonly #toggle = element('button', classes.toggle);
  readonly #link = element('a');
  #params: Params | null = null;

  init(params: Params): void {
    this.#toggle.type = 'button';
    this.#toggle.tabIndex = -1;
    this.#toggle.append(picture('[data-cell="chevron"]'));
    this.#toggle.addEventListener('click', () => {
      const { data, context } = this.#params ?? {};
      if (data) context?.toggleRow(data.application._id);
    });
    this.#link.tabIndex = -1;
    this.#cell.append(...(params.context.canOpenRows ? [this.#toggle] : []), this.#link);
    this.refresh(params);
  }

  getGui(): HTMLElement {
    return this.#cell;
  }

  refresh(params: Params): boolean {
    this.#params = params;
    const { data, value } = params;
    if (!data) return false;
    this.#toggle.setAttribute('aria-expanded', String(data.kind === 'open'));
    this.#toggle.setAttribute('aria-label', `Work on the application of ${nameOf(data.application)}`);
    this.#link.href = applicationLink(data.application._id, params.context.asOf);
    this.#link.textContent = value ?? '';
    return true;
  }
}

const cellOf = (draw: (params: Params) => HTMLElement) =>
  class implements ICellRendererComp<GridRow> {
    #cell: HTMLElement | null = null;

    init(params: Params): void {
      this.#cell = draw(params);
    }

    getGui(): HTMLElement {
      return this.#cell ?? element('span');
    }

    refresh(): boolean {
      return false;
    }
  };

const StatusCell = cellOf(({ data }) => {
  const cell = element('span', classes.centred);
  if (data) cell.append(picture(`[data-status="${data.application.status}"]`));
  return cell;
});

const AssigneeCell = cellOf(({ value }) => {
  const cell = element('span', classes.assignee);
  cell.append(picture('[data-cell="star"]'), value ?? '');
  return cell;
});

/** Renderers make plain elements: React would take longer for these few cells than the table for all others. */
export function cellFor(kind: CellKind, { data, context }: { data: GridRow | undefined; context: GridContext }) {
  if (kind === 'reference') return { component: NumberCell };
  if (kind === 'status') return { component: StatusCell };
  const isMine = kind === 'assignee' && data?.application.adminAssignee?.userId === context.myId;
  return isMine ? { component: AssigneeCell } : undefined;
}

export function tooltipOf(column: DashboardColumn, text: string): string | null {
  if (text === '') return null;
  if (column.kind === 'date' || column.kind === 'ago') return formatMoment(text);
  return preview(text) === text && text.length < column.width / 9 ? null : text;
}
