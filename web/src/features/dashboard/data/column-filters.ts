import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import { formatAgo } from '../../../shared/dates/dates.tsx';
import { formatShortDay, localDay } from '../../../shared/dates/day.ts';
import type { DashboardColumn } from './columns.ts';

export const TEXT_OPTIONS = ['contains', 'notContains', 'equals', 'blank', 'notBlank'] as const;
export const EXISTENCE_OPTIONS = ['empty', 'notBlank', 'blank'] as const;
/** Texts separated by commas; two days `YYYY-MM-DD` separated by a comma, of which one may be missing; a number of days. */
const FITTED_OPTIONS = ['oneOf', 'between', 'moreThan'] as const;
const ALL_OPTIONS = [...TEXT_OPTIONS, ...FITTED_OPTIONS];

export interface ColumnFilter {
  readonly filterType: 'text';
  readonly type: (typeof ALL_OPTIONS)[number];
  readonly filter?: string;
}
export type ColumnFilters = Readonly<Record<string, ColumnFilter>>;
const NO_FILTERS: ColumnFilters = {};

/** A server refuses an address with thousands of characters. */
const MOST_FILTERS = 20;
const LONGEST_FILTER = 300;

const isType = (type: unknown): type is ColumnFilter['type'] => ALL_OPTIONS.some((one) => one === type);

/** As the grid writes it. */
export const columnFilter = (type: ColumnFilter['type'], filter?: unknown): ColumnFilter =>
  typeof filter === 'string'
    ? { filterType: 'text', type, filter: filter.slice(0, LONGEST_FILTER) }
    : { filterType: 'text', type };

/** `[["status","contains","interview"],["plan","blank"]]`; what is not understood is left out. */
export function readFilters(text: string | null): ColumnFilters {
  let parts: unknown = null;
  try {
    parts = JSON.parse(text ?? 'null');
  } catch {
    return NO_FILTERS;
  }
  if (!Array.isArray(parts)) return NO_FILTERS;
  const filters = parts.slice(0, MOST_FILTERS).flatMap((part): [string, ColumnFilter][] => {
    const [id, type, filter] = Array.isArray(part) ? part : [];
    return typeof id === 'string' && isType(type) ? [[id, columnFilter(type, filter)]] : [];
  });
  return Object.fromEntries(filters);
}

/** Null without a filter. */
export function writeFilters(filters: ColumnFilters): string | null {
  const parts = Object.entries(filters).flatMap(([id, { type, filter }]) =>
    isType(type) ? [[id, type, ...(filter == null ? [] : [filter.slice(0, LONGEST_FILTER)])]] : [],
  );
  return parts.length > 0 ? JSON.stringify(parts.slice(0, MOST_FILTERS)) : null;
}

export function shownText({ kind, text }: DashboardColumn, application: ApplicationView): string {
  const value = text(application);
  if (value === '') return '';
  return kind === 'date' ? formatShortDay(value) : kind === 'ago' ? formatAgo(value) : value;
}

function matches(column: DashboardColumn, application: ApplicationView, { type, filter = '' }: ColumnFilter): boolean {
  if (type === 'oneOf') return filter.split(',').includes(column.text(application));
  if (type === 'moreThan') return (column.days?.(application) ?? -1) > Number(filter);
  if (type === 'between') {
    const instant = column.instant?.(application);
    const [from = '', to = ''] = filter.split(',');
    const day = instant ? localDay(instant) : '';
    return day !== '' && day >= from && (to === '' || day <= to);
  }
  const [given, wanted] = [shownText(column, application).toLowerCase(), filter.toLowerCase()];
  if (type === 'blank') return given === '';
  if (type === 'notBlank') return given !== '';
  if (type === 'equals') return given === wanted;
  return given.includes(wanted) === (type === 'contains');
}

/** Repeats the grid's filter for collapsed and unrendered sections, counts and the CSV file. */
export const passesFilters = (
  application: ApplicationView,
  columns: readonly DashboardColumn[],
  filters: ColumnFilters,
): boolean =>
  columns.every((column) => {
    const filter = filters[column.id];
    return !filter || matches(column, application, filter);
  });

export function mergeFilters(
  all: ColumnFilters,
  changed: ColumnFilters,
  columns: readonly DashboardColumn[],
): ColumnFilters {
  const here = new Set(columns.map(({ id }) => id));
  const elsewhere = Object.entries(all).filter(([id]) => !here.has(id));
  return { ...Object.fromEntries(elsewhere), ...changed };
}

/** Rows per step before the generator yields to the page. */
const AT_ONCE = 250;

/** A text filter helps only where values repeat; otherwise the filter asks whether there is a value. */
export function* asksForExistence(
  column: DashboardColumn,
  applications: readonly ApplicationView[],
): Generator<undefined, boolean> {
  const distinct = new Set<string>();
  let populated = 0;
  for (const [n, application] of applications.entries()) {
    if (n % AT_ONCE === AT_ONCE - 1) yield;
    const text = shownText(column, application);
    if (text === '') continue;
    populated += 1;
    distinct.add(text);
  }
  return populated < 1.5 * distinct.size;
}
