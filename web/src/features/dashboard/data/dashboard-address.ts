import { useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { STATUS_FAMILIES, type StatusFamily } from '../../../../../domain/application/statuses.ts';
import { type DashboardTab, tabIn } from '../../../../../domain/batch/on-dashboard.ts';
import { useAddressChange } from '../../../shared/browser/use-address-change.ts';
import { DRILL_PARAMETERS, type Drill, readDrill } from '../../../shared/reports/drill.ts';
import { MEMBERS } from '../../../shared/reports/members.ts';
import { type ColumnFilters, readFilters, writeFilters } from './column-filters.ts';
import { type QuickFilter, readQuick, toggledQuick } from './quick-filters.ts';
import { useUnchanged } from './use-unchanged.ts';

export interface Sort {
  readonly colId: string;
  readonly sort: 'asc' | 'desc';
}
export const DEFAULT_SORT: readonly Sort[] = [{ colId: 'createdAt', sort: 'desc' }];

const idsIn = (text: string | null): ReadonlySet<string> => new Set(text?.split(',').filter(Boolean));

/** `createdAt.desc,status.asc`; a column's id may contain dots. */
export function readSort(text: string | null): readonly Sort[] {
  const sorts = (text ?? '').split(',').flatMap((part): Sort[] => {
    const at = part.lastIndexOf('.');
    const sort = part.slice(at + 1);
    return at > 0 && (sort === 'asc' || sort === 'desc') ? [{ colId: part.slice(0, at), sort }] : [];
  });
  return sorts.length > 0 ? sorts : DEFAULT_SORT;
}

const sortText = (sorts: readonly Sort[]): string => sorts.map(({ colId, sort }) => `${colId}.${sort}`).join(',');

export function writeSort(sorts: readonly Sort[]): string | null {
  const text = sortText(sorts);
  return text === '' || text === 'createdAt.desc' ? null : text;
}

const OLDEST_FIRST: readonly Sort[] = [{ colId: 'inStatus', sort: 'desc' }];

/** What has been overdue the longest comes first (`inOverdueOrder`), unless another sort is chosen. */
export const shownSort = (
  { isSorted, sort, quick }: Pick<DashboardAddress, 'isSorted' | 'sort' | 'quick'>,
  kept: readonly Sort[],
): readonly Sort[] => (isSorted ? sort : quick.has('overdue') ? OLDEST_FIRST : kept);

const BOXES = ['interviews', 'add', 'bulk'] as const;
export type BoxName = (typeof BOXES)[number];

export const DASHBOARD_VIEWS = ['table', 'board'] as const;
export type DashboardView = (typeof DASHBOARD_VIEWS)[number];
export const viewIn = (params: URLSearchParams): DashboardView => (params.get('view') === 'board' ? 'board' : 'table');

/** By default the most recently moved card is on top, so that a dropped card stays visible. */
export const BOARD_ORDERS = ['moved', 'longest', 'newest'] as const;
export type BoardOrder = (typeof BOARD_ORDERS)[number];
/** A family of statuses that the board is narrowed to. */
const familyIn = (params: URLSearchParams): StatusFamily | null =>
  STATUS_FAMILIES.find((family) => family === params.get('stage')) ?? null;
export const showsTrends = (params: URLSearchParams): boolean => params.get('trends') === '1';

/** Defaults are left out of the address. */
export interface DashboardAddress {
  readonly view: DashboardView;
  readonly batchId: string | null;
  readonly order: BoardOrder;
  readonly family: StatusFamily | null;
  readonly tab: DashboardTab;
  readonly query: string;
  readonly showInactive: boolean;
  readonly showTrends: boolean;
  readonly quick: ReadonlySet<QuickFilter>;
  readonly filters: ColumnFilters;
  readonly box: BoxName | null;
  readonly open: ReadonlySet<string>;
  readonly collapsed: ReadonlySet<string>;
  readonly sort: readonly Sort[];
  readonly drill: Drill | null;
  /** A list behind a number of a report (`shared/reports/members.ts`). */
  readonly members: string | null;
  /** Otherwise the person's saved sort applies. */
  readonly isSorted: boolean;
}

export function readAddress(params: URLSearchParams): DashboardAddress {
  const view = viewIn(params);
  return {
    view,
    batchId: view === 'board' ? params.get('batch') : null,
    order: BOARD_ORDERS.find((order) => order === params.get('order')) ?? 'moved',
    family: familyIn(params),
    tab: tabIn(params),
    query: params.get('q') ?? '',
    showInactive: params.get('inactive') === '1',
    showTrends: showsTrends(params),
    quick: readQuick(params.get('only')),
    filters: readFilters(params.get('filters')),
    box: BOXES.find((box) => box === params.get('show')) ?? null,
    open: idsIn(params.get('open')),
    collapsed: idsIn(params.get('collapsed')),
    sort: readSort(params.get('sort')),
    drill: readDrill(params),
    members: params.get(MEMBERS),
    isSorted: params.has('sort'),
  };
}

const toggled = (text: string | null, id: string): string | null => {
  const ids = new Set(idsIn(text));
  if (!ids.delete(id)) ids.add(id);
  return ids.size > 0 ? [...ids].join(',') : null;
};

/** A panel covers a phone, so Back closes it there; on wide screens Back leaves the page. */
const coversScreen = (): boolean => !matchMedia('(min-width: 48em)').matches;

const isOpenNow = (id: string): boolean => idsIn(new URLSearchParams(location.search).get('open')).has(id);

export function useDashboardAddress() {
  const [params, change] = useAddressChange();
  const navigate = useNavigate();
  // The panel that the newest entry of the history has opened, unless the address has changed since.
  const opened = useRef<unknown>(null);
  opened.current = useLocation().state?.opened;
  // Each part keeps its identity until it changes, so that typing in the search box does not rerender the tables.
  const { view, batchId, order, family, tab, query, showInactive, showTrends, box, members, isSorted, ...parts } =
    readAddress(params);
  const quick = useUnchanged(parts.quick, params.get('only'));
  const filters = useUnchanged(parts.filters, params.get('filters'));
  const open = useUnchanged(parts.open, params.get('open'));
  const collapsed = useUnchanged(parts.collapsed, params.get('collapsed'));
  const sort = useUnchanged(parts.sort, params.get('sort'));
  const drill = useUnchanged(parts.drill, DRILL_PARAMETERS.map((name) => params.get(name)).join('&'));
  const alike = { view, batchId, order, family, tab, query, showInactive, showTrends, box, members, isSorted };
  const address: DashboardAddress = { ...alike, quick, filters, open, collapsed, sort, drill };
  const actions = useMemo(
    () => ({
      showTab: (tab: DashboardTab) => change('tab', () => (tab === 'active' ? null : tab), true),
      showView: (view: DashboardView) => change('view', () => (view === 'table' ? null : view), true),
      showBatch: (id: string | null) => change('batch', () => id),
      showOrder: (order: BoardOrder) => change('order', () => (order === 'moved' ? null : order)),
      showFamily: (family: StatusFamily | null) => change('stage', () => family),
      search: (query: string) => change('q', () => query || null),
      showInactive: (isShown: boolean) => change('inactive', () => (isShown ? '1' : null)),
      showTrends: (isShown: boolean) => change('trends', () => (isShown ? '1' : null)),
      toggleQuick: (filter: QuickFilter) => change('only', (old) => toggledQuick(old, filter)),
      filter: (next: (filters: ColumnFilters) => ColumnFilters) =>
        change('filters', (old) => writeFilters(next(readFilters(old)))),
      clearFilters: () => change('filters', () => null),
      clearQuick: () => change('only', () => null),
      clearMembers: () => change(MEMBERS, () => null),
      showBox: (box: BoxName | null) => change('show', () => box),
      toggleRow: (id: string) => {
        const isOpen = isOpenNow(id);
        if (isOpen && opened.current === id) void navigate(-1);
        else {
          const isStep = !isOpen && coversScreen();
          change('open', (old) => toggled(old, id), isStep, isStep ? { opened: id } : null);
        }
      },
      toggleSection: (id: string) => change('collapsed', (old) => toggled(old, id)),
      leaveDrill() {
        for (const name of DRILL_PARAMETERS) change(name, () => null);
      },
      sortBy: (sorts: readonly Sort[], isWritten = false) =>
        change('sort', () => (isWritten && sortText(sorts)) || writeSort(sorts)),
    }),
    [change, navigate],
  );
  return { address, actions };
}
