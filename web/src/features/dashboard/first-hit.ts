import type { GridApi } from 'ag-grid-community';
import { readAddress } from './data/dashboard-address.ts';
import type { GridRow } from './grid-rows.ts';

/** By the element around each table. */
export const grids = new WeakMap<Element, GridApi<GridRow>>();

/** In ms: the rows follow a search within a few frames, on a slow device within a second. */
const TIMEOUT_MS = 3000;

const isShown = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });

function focusFirst(page: Element): boolean {
  const first = [...page.querySelectorAll('[data-grid], [data-part="plain-rows"], [data-card]')].find(isShown);
  const link = first?.querySelector<HTMLElement>('a[data-part]');
  if (link) link.focus();
  const grid = first && grids.get(first);
  if (grid && grid.getDisplayedRowCount() > 0) {
    grid.ensureIndexVisible(0);
    const column = grid.getAllDisplayedColumns().find((one) => one.getColId() === 'trackingNumber');
    grid.setFocusedCell(0, column ?? grid.getAllDisplayedColumns()[0] ?? '');
  }
  return first?.contains(document.activeElement) ?? false;
}

/** Moves the focus from the search box to the first hit, once the rows show this search. */
export function goToFirstHit(box: HTMLInputElement): void {
  const typed = box.value;
  const until = performance.now() + TIMEOUT_MS;
  const step = () => {
    if (document.activeElement !== box || box.value !== typed || performance.now() > until) return;
    const isCurrent = readAddress(new URLSearchParams(location.search)).query === typed;
    const page = box.closest('main');
    if (!isCurrent || !page || !focusFirst(page)) requestAnimationFrame(step);
  };
  step();
}
