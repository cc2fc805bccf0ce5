import { applicationLink } from '../../shared/as-of/use-as-of.ts';
import './grid-modules.ts';
import { useMediaQuery } from '@mantine/hooks';
import type {
  CellClickedEvent,
  CellKeyDownEvent,
  ColDef,
  ColumnMenuVisibleChangedEvent,
  ColumnMovedEvent,
  ColumnResizedEvent,
  FilterChangedEvent,
  FullWidthCellKeyDownEvent,
  GetRowIdParams,
  GridApi,
  IsFullWidthRowParams,
  PostSortRowsParams,
  RowClassParams,
  RowHeightParams,
  SortChangedEvent,
} from 'ag-grid-community';
import { AgGridReact } from 'ag-grid-react';
import { type MouseEvent, memo, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import { matchPage } from '../../../../domain/values/pages.ts';
import { afterPaint } from '../../shared/browser/after-paint.ts';
import { focusBulkBar } from './bulk/focus-bulk-bar.ts';
import { cellFor, type GridContext, tooltipOf } from './cells.tsx';
import { AgeFilter, DaysFilter, StatusFilter } from './column-filter-forms.tsx';
import {
  type ColumnFilters,
  EXISTENCE_OPTIONS,
  mergeFilters,
  shownText,
  TEXT_OPTIONS,
  writeFilters,
} from './data/column-filters.ts';
import { type CellKind, type DashboardColumn, preview, saysOverdue } from './data/columns.ts';
import type { Sort } from './data/dashboard-address.ts';
import { arranged, isShown, type Layout, withOrder } from './data/layout.ts';
import { nextSort } from './data/next-sort.ts';
import { compareKeys, keyOf } from './data/row-order.ts';
import { grids } from './first-hit.ts';
import classes from './grid.module.css';
import { type GridRow, gridRows, keepPanelsUnderRows } from './grid-rows.ts';
import { gridTheme, ROW_HEIGHT } from './grid-theme.ts';
import { PanelRow } from './panel-row.tsx';
import { noteSelection, ROW_SELECTION, selectionColumn, useGridSelection } from './use-grid-selection.ts';
import { useKeptPlace } from './use-kept-place.ts';
import { usePressedFirst } from './use-pressed-first.ts';

const DEFAULT_COLUMN: ColDef<GridRow> = {
  sortable: true,
  resizable: true,
  minWidth: 72,
  suppressHeaderMenuButton: true,
  enableCellChangeFlash: true,
};

const SHORT = 12;

const PLAIN: ReadonlySet<CellKind> = new Set(['age', 'date', 'ago', 'text']);

const NUMERIC: ReadonlySet<CellKind> = new Set(['reference', 'age', 'date', 'ago']);
const OVERDUE_CLASS: ColDef<GridRow>['cellClassRules'] = {
  [String(classes.overdue)]: ({ value }) => saysOverdue(String(value ?? '')),
};

const FILTER = { maxNumConditions: 1, buttons: ['reset'] };
const TEXT_FILTER = { ...FILTER, filterOptions: TEXT_OPTIONS, defaultOption: 'contains' };
const EXISTENCE_FILTER = { ...FILTER, filterOptions: EXISTENCE_OPTIONS, defaultOption: 'empty' };

/** The page has narrowed the rows already (`passesFilters`). */
const FITTED = { filterParams: { buttons: ['reset', 'apply'], closeOnApply: true } };
const doesFilterPass = () => true;
const FITTED_FILTERS: Partial<Record<CellKind, ColDef<GridRow>>> = {
  status: { ...FITTED, filter: { component: StatusFilter, doesFilterPass } },
  age: { ...FITTED, filter: { component: AgeFilter, doesFilterPass } },
  date: { ...FITTED, filter: { component: DaysFilter, doesFilterPass } },
  ago: { ...FITTED, filter: { component: DaysFilter, doesFilterPass } },
};

function definitionOf(
  column: DashboardColumn,
  width: number,
  isWide: boolean,
  isHidden: boolean,
  isExistence: boolean,
  sort: readonly Sort[],
): ColDef<GridRow> {
  const { text } = column;
  const sortIndex = sort.findIndex(({ colId }) => colId === column.id);
  return {
    colId: column.id,
    headerName: column.title,
    width,
    hide: isHidden,
    pinned: isWide && column.isPinned ? 'left' : null,
    lockPinned: true,
    ...(sortIndex < 0 ? {} : { initialSort: sort[sortIndex]?.sort ?? null, initialSortIndex: sortIndex }),
    // On a narrow screen a finger on the header scrolls.
    suppressMovable: !isWide,
    valueGetter: ({ data }) => (data ? text(data.application) : ''),
    valueFormatter: ({ data }) => (data ? preview(shownText(column, data.application)) : ''),
    comparator: (_one, _other, a, b) =>
      a.data && b.data ? compareKeys(keyOf(column, a.data.application), keyOf(column, b.data.application)) : 0,
    // The reference cell shows whether its row is open, which is not part of its value.
    ...(column.kind === 'reference' ? { equals: () => false, enableCellChangeFlash: false } : {}),
    ...(PLAIN.has(column.kind) ? {} : { cellRendererSelector: (params) => cellFor(column.kind, params) }),
    cellClass: NUMERIC.has(column.kind) ? classes.numbers : undefined,
    // The red of an overdue time cannot be read on the flash.
    ...(column.kind === 'age' ? { cellClassRules: OVERDUE_CLASS, enableCellChangeFlash: false } : {}),
    ...(FITTED_FILTERS[column.kind] ?? {
      filter: 'agTextColumnFilter',
      filterParams: isExistence ? EXISTENCE_FILTER : TEXT_FILTER,
    }),
    filterValueGetter: ({ data }) => (data ? shownText(column, data.application) : ''),
    tooltipValueGetter: ({ value }) => tooltipOf(column, String(value ?? '')),
  };
}

const GRID_WORDS = {
  ariaRowToggleSelection: 'Select this application',
  ariaHeaderSelection: 'Select all applications shown here',
  ariaRowSelectAll: 'Press Space to select all that are shown here',
};

const isFullWidthRow = ({ rowNode }: IsFullWidthRowParams<GridRow>) => rowNode.data?.kind === 'panel';
const getRowId = ({ data }: GetRowIdParams<GridRow>) => data.id;
const getRowHeight = ({ data, context }: RowHeightParams<GridRow, GridContext>) =>
  data?.kind === 'panel' ? context.panels.heightOf(data.application._id) : ROW_HEIGHT;
const ROW_CLASSES = {
  [String(classes.openRow)]: ({ data }: RowClassParams<GridRow>) => data?.kind === 'open',
};
const postSortRows = ({ nodes }: PostSortRowsParams<GridRow>) => keepPanelsUnderRows(nodes);

const sortOf = (api: GridApi<GridRow>): readonly Sort[] =>
  api
    .getColumnState()
    .filter((state) => state.sort)
    .sort((a, b) => (a.sortIndex ?? 0) - (b.sortIndex ?? 0))
    .map(({ colId, sort }) => ({ colId, sort: sort === 'asc' ? 'asc' : 'desc' }));

/** Sets the sort only if it differs, because setting it measures all columns again. */
function applySort(api: GridApi<GridRow>, sort: readonly Sort[]): void {
  const own = sort.filter(({ colId }) => api.getColumn(colId) !== null);
  if (JSON.stringify(sortOf(api)) === JSON.stringify(own)) return;
  api.applyColumnState({
    state: sort.map((state, sortIndex) => ({ ...state, sortIndex })),
    defaultState: { sort: null, sortIndex: null },
  });
}

function applyFilters(api: GridApi<GridRow>, filters: ColumnFilters): void {
  const own = Object.fromEntries(Object.entries(filters).filter(([id]) => api.getColumn(id) !== null));
  if (writeFilters(api.getFilterModel() as ColumnFilters) !== writeFilters(own)) api.setFilterModel(own);
}

/** The table is one tab stop; arrow keys move inside it. */
const leaveTable = () => false;

const actsItself = (event: Event | null | undefined): boolean =>
  event?.target instanceof Element && event.target.closest('a, button, input') !== null;

export const ApplicationGrid = memo(function ApplicationGrid({
  label,
  applications,
  columns,
  scrolled,
  existence,
  sort,
  layout,
  filters,
  open,
  context,
  onReady,
  onSort,
  onArrange,
  onFilter,
}: {
  label: string;
  applications: readonly ApplicationView[];
  columns: readonly DashboardColumn[];
  scrolled: RefObject<number>;
  /** Columns that are filtered by existence only. */
  existence: ReadonlySet<string>;
  sort: readonly Sort[];
  layout: Layout;
  filters: ColumnFilters;
  open: ReadonlySet<string>;
  context: GridContext;
  onReady: () => void;
  onSort: (sort: readonly Sort[]) => void;
  onArrange: (change: (layout: Layout) => Layout) => void;
  onFilter: (change: (filters: ColumnFilters) => ColumnFilters) => void;
}) {
  const isWide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });
  const frame = useRef<HTMLDivElement>(null);
  const [api, setApi] = useState<GridApi<GridRow>>();
  const [hasFilterOpen, setHasFilterOpen] = useState(false);
  const navigate = useNavigate();
  const { canOpenRows, toggleRow, selection } = context;
  const openHere = applications.flatMap(({ _id }) => (open.has(_id) ? [_id] : [])).join();
  const rows = useMemo(() => gridRows(applications, new Set(openHere.split(','))), [applications, openHere]);
  const [firstSort] = useState(sort);
  const definitions = useMemo(
    () =>
      arranged(columns, layout.order).map((column) =>
        definitionOf(
          column,
          layout.widths[column.id] ?? column.width,
          isWide,
          !isShown(column, layout.hidden),
          existence.has(column.id),
          firstSort,
        ),
      ),
    [columns, layout.order, layout.widths, layout.hidden, isWide, existence, firstSort],
  );
  // New column definitions wait while a filter or cell is being edited.
  const [kept, setKept] = useState(definitions);
  if (!hasFilterOpen && kept !== definitions) setKept(definitions);

  const onPress = useCallback(
    (colId: string, isAdding: boolean) => {
      if (!api) return;
      const next = nextSort(sortOf(api), colId, isAdding);
      applySort(api, next);
      afterPaint(() => onSort(next));
    },
    [api, onSort],
  );
  const pressedFirst = usePressedFirst(onPress);

  useGridSelection(api, rows, selection);
  useKeptPlace(frame, api, applications);

  useEffect(() => {
    if (api) applySort(api, sort);
  }, [api, sort]);

  useEffect(() => {
    if (api) applyFilters(api, filters);
  }, [api, filters]);

  const onFilterChanged = ({ api: grid, source }: FilterChangedEvent<GridRow>) => {
    if (source !== 'api') onFilter((all) => mergeFilters(all, grid.getFilterModel() as ColumnFilters, columns));
  };

  /** A click outside a filter applies what was chosen in it. */
  const onFilterOpened = ({ api: grid, visible, column }: ColumnMenuVisibleChangedEvent<GridRow>) => {
    setHasFilterOpen(visible);
    if (!visible && column) grid.doFilterAction({ colId: column.getColId(), action: 'apply' });
  };

  const onSortChanged = ({ api: grid, source }: SortChangedEvent<GridRow>) => {
    if (source !== 'api') afterPaint(() => onSort(sortOf(grid)));
  };

  const onColumnMoved = ({ api: grid, source, finished }: ColumnMovedEvent<GridRow>) => {
    if (source !== 'uiColumnMoved' || !finished) return;
    const own = new Set(columns.map(({ id }) => id));
    const here = grid
      .getAllDisplayedColumns()
      .flatMap((column) => (own.has(column.getColId()) ? [column.getColId()] : []));
    onArrange((all) => ({ ...all, order: withOrder(all.order, here) }));
  };

  const onColumnResized = ({ column, source, finished }: ColumnResizedEvent<GridRow>) => {
    if (source !== 'uiColumnResized' || !finished || !column) return;
    onArrange((all) => ({ ...all, widths: { ...all.widths, [column.getColId()]: column.getActualWidth() } }));
  };

  const onKeyDown = ({ data, event }: CellKeyDownEvent<GridRow> | FullWidthCellKeyDownEvent<GridRow>) => {
    if (!(event instanceof KeyboardEvent) || !data) return;
    if (event.key === 'b' && data.kind !== 'panel') focusBulkBar();
    if (event.key !== 'Enter') return;
    if (data.kind === 'panel') {
      if (event.target instanceof Element && event.target.classList.contains('ag-row'))
        context.panels.focus(data.application._id);
      return;
    }
    if (actsItself(event)) return;
    const { _id } = data.application;
    if (canOpenRows && !event.ctrlKey && !event.metaKey) {
      if (!open.has(_id)) context.panels.focus(_id);
      toggleRow(_id);
    } else {
      void navigate(applicationLink(_id, context.asOf));
    }
  };

  /** A click anywhere in a row opens it, unless it is on something that acts itself or ends a selection of text. */
  const onCellClicked = ({ data, column, event }: CellClickedEvent<GridRow>) => {
    if (!data || data.kind === 'panel' || !columns.some(({ id }) => id === column.getColId())) return;
    if (actsItself(event)) return;
    if (!getSelection()?.isCollapsed) return;
    if (canOpenRows) toggleRow(data.application._id);
    else void navigate(applicationLink(data.application._id, context.asOf));
  };

  /** Links navigate inside the app; with a modifier key the browser handles them. */
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    const href = link?.getAttribute('href') ?? '';
    if (
      !link ||
      !matchPage('application', href) ||
      link.hasAttribute('target') ||
      event.defaultPrevented ||
      event.button !== 0
    )
      return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate(href);
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the links inside handle keys
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles clicks on links inside
    <div
      ref={frame}
      data-grid
      className={applications.length > SHORT ? classes.grid : `${classes.grid} ${classes.short}`}
      onClick={onClick}
      // Touch has no hover state before it scrolls.
      onTouchStart={({ currentTarget }) => currentTarget.toggleAttribute('data-scrolled', true)}
      {...pressedFirst}
    >
      <AgGridReact<GridRow>
        theme={gridTheme}
        domLayout="autoHeight"
        rowData={rows}
        columnDefs={hasFilterOpen ? kept : definitions}
        defaultColDef={DEFAULT_COLUMN}
        context={context}
        getRowId={getRowId}
        getRowHeight={getRowHeight}
        isFullWidthRow={isFullWidthRow}
        fullWidthCellRenderer={PanelRow}
        postSortRows={postSortRows}
        rowClassRules={ROW_CLASSES}
        {...(selection ? { rowSelection: ROW_SELECTION, selectionColumnDef: selectionColumn(isWide) } : {})}
        localeText={GRID_WORDS}
        onSelectionChanged={(event) => noteSelection(event, selection)}
        enableFilterHandlers
        animateRows={false}
        suppressRowTransform
        rowBuffer={2}
        tooltipShowDelay={400}
        ensureDomOrder
        suppressDragLeaveHidesColumns
        onGridReady={({ api: ready }) => {
          ready.setGridAriaProperty('label', label);
          applyFilters(ready, filters);
          if (frame.current) grids.set(frame.current, ready);
          setApi(ready);
        }}
        onModelUpdated={() => requestAnimationFrame(onReady)}
        onFirstDataRendered={({ api: ready }) => {
          const row = Math.floor(scrolled.current / ROW_HEIGHT);
          if (row > 0 && row < rows.length) ready.ensureIndexVisible(row, 'top');
        }}
        onBodyScroll={({ left, top }) => {
          frame.current?.toggleAttribute('data-scrolled', left > 0 || top > 0);
          // Not once scrolling ends, because a quick click opens a row before.
          scrolled.current = top;
        }}
        onSortChanged={onSortChanged}
        onColumnMoved={onColumnMoved}
        onColumnResized={onColumnResized}
        tabToNextCell={leaveTable}
        tabToNextHeader={leaveTable}
        onFilterChanged={onFilterChanged}
        onColumnMenuVisibleChanged={onFilterOpened}
        popupParent={document.getElementById('main') ?? document.body}
        onCellClicked={onCellClicked}
        onCellKeyDown={onKeyDown}
      />
    </div>
  );
});
