import type { Preferences } from '../../../../../api/contract/drafts.ts';
import type { DashboardColumn } from './columns.ts';
import { readSort, type Sort, writeSort } from './dashboard-address.ts';

export interface Layout {
  readonly order: readonly string[];
  /** In pixels, keyed by column id. */
  readonly widths: Readonly<Record<string, number>>;
  /** Ids of columns that are not shown. They still sort and filter. */
  readonly hidden: readonly string[];
  readonly sort: string | null;
}
export const NO_LAYOUT: Layout = { order: [], widths: {}, hidden: [], sort: null };

const PARTS = ['order', 'widths', 'hidden', 'sort'] as const;
type Part = (typeof PARTS)[number];
const nameOf = (organizationId: string, part: Part): string => `dashboard.${organizationId}.${part}`;

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];

/** In pixels. The edge of a wider column could not be reached again. */
const WIDEST = 2000;

/** `status 208`; ids contain no blanks. */
const widthsIn = (value: unknown): Layout['widths'] =>
  Object.fromEntries(
    textsIn(value).flatMap((text) => {
      const [id = '', width] = text.split(' ');
      return Number(width) > 0 ? [[id, Math.min(Number(width), WIDEST)]] : [];
    }),
  );

export function readLayout(preferences: Preferences, organizationId: string): Layout {
  const of = (part: Part) => preferences[nameOf(organizationId, part)];
  const sort = of('sort');
  return {
    // A repeated id would render its column twice.
    order: [...new Set(textsIn(of('order')))],
    widths: widthsIn(of('widths')),
    hidden: [...new Set(textsIn(of('hidden')))],
    sort: typeof sort === 'string' ? writeSort(readSort(sort)) : null,
  };
}

export function writeLayout({ order, widths, hidden, sort }: Layout, organizationId: string): Preferences {
  const sized = Object.entries(widths).map(([id, width]) => `${id} ${width}`);
  return {
    [nameOf(organizationId, 'order')]: order.length > 0 ? [...order] : null,
    [nameOf(organizationId, 'widths')]: sized.length > 0 ? sized : null,
    [nameOf(organizationId, 'hidden')]: hidden.length > 0 ? [...hidden] : null,
    [nameOf(organizationId, 'sort')]: sort,
  };
}

export function inOrder(ids: readonly string[], order: readonly string[]): readonly string[] {
  const known = new Set(ids);
  const result = order.filter((id) => known.has(id));
  const placed = new Set(result);
  ids.forEach((id, at) => {
    if (placed.has(id)) return;
    const before = ids[at - 1];
    result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, id);
    placed.add(id);
  });
  return result;
}

export function arranged(columns: readonly DashboardColumn[], order: readonly string[]): readonly DashboardColumn[] {
  const byId = new Map(columns.map((column) => [column.id, column]));
  const ids = inOrder([...byId.keys()], order);
  const chosen = ids.flatMap((id) => byId.get(id) ?? []);
  return [...chosen.filter(({ isPinned }) => isPinned), ...chosen.filter(({ isPinned }) => !isPinned)];
}

/** Pinned columns name the row and stay. */
export const isShown = ({ id, isPinned }: DashboardColumn, hidden: Layout['hidden']): boolean =>
  isPinned === true || !hidden.includes(id);

/** The new order after one table's columns are ordered as `here`; columns that it does not have keep their neighbours. */
export const withOrder = (order: readonly string[], here: readonly string[]): readonly string[] =>
  inOrder([...order, ...here.filter((id) => !order.includes(id))], here);

export const sortOf = (sort: Layout['sort']): readonly Sort[] => readSort(sort);
