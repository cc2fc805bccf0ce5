import type {
  GridApi,
  IRowNode,
  RowSelectionOptions,
  SelectionChangedEvent,
  SelectionColumnDef,
} from 'ag-grid-community';
import { useEffect } from 'react';
import type { Selection } from './bulk/selection.ts';
import type { GridRow } from './grid-rows.ts';

/** Only the checkbox selects, because a click opens a row. A panel row has no checkbox. */
export const ROW_SELECTION: RowSelectionOptions<GridRow> = {
  mode: 'multiRow',
  checkboxes: true,
  headerCheckbox: true,
  selectAll: 'filtered',
  enableClickSelection: false,
  isRowSelectable: ({ data }) => data?.kind !== 'panel',
};

const COLUMN: SelectionColumnDef = { width: 44, minWidth: 44, resizable: false, suppressHeaderMenuButton: true };
const PINNED: SelectionColumnDef = { ...COLUMN, pinned: 'left' };
export const selectionColumn = (isPinned: boolean): SelectionColumnDef => (isPinned ? PINNED : COLUMN);

/** Sources of changes by the user; all others only restore the selection. */
const BY_HAND: ReadonlySet<SelectionChangedEvent['source']> = new Set([
  'checkboxSelected',
  'spaceKey',
  'keyboardSelectAll',
  'uiSelectAll',
  'uiSelectAllFiltered',
] as const);

export function noteSelection({ api, source }: SelectionChangedEvent<GridRow>, selection: Selection | null): void {
  if (!selection || !BY_HAND.has(source)) return;
  const ticked: string[] = [];
  const unticked: string[] = [];
  api.forEachNode((node) => {
    if (node.data && node.data.kind !== 'panel') (node.isSelected() ? ticked : unticked).push(node.data.id);
  });
  selection.change(ticked, unticked);
}

function showSelection(api: GridApi<GridRow>, selected: ReadonlySet<string>): void {
  const toTick: IRowNode<GridRow>[] = [];
  const toUntick: IRowNode<GridRow>[] = [];
  api.forEachNode((node) => {
    if (!node.data || node.data.kind === 'panel') return;
    const isWanted = selected.has(node.data.id);
    if (isWanted !== (node.isSelected() === true)) (isWanted ? toTick : toUntick).push(node);
  });
  api.setNodesSelected({ nodes: toUntick, newValue: false });
  api.setNodesSelected({ nodes: toTick, newValue: true });
}

/** Keeps a table's selection equal to the page's, also for rows that a filter hides and shows again. */
export function useGridSelection(
  api: GridApi<GridRow> | undefined,
  rows: readonly GridRow[],
  selection: Selection | null,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows may be selected already
  useEffect(() => {
    if (!api || !selection) return;
    const show = () => showSelection(api, selection.ids());
    show();
    return selection.subscribe(show);
  }, [api, rows, selection]);
}
