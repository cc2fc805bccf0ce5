import type { Application } from '../../../../api/contract/applications.ts';
import { formatAgo } from '../../shared/dates/dates.tsx';
import { formatShortDay } from '../../shared/dates/day.ts';
import type { DashboardColumn } from './columns.ts';

export const TEXT_OPTIONS = ['contains', 'notContains', 'equals', 'blank', 'notBlank'] as const;
/** What is left where a text would match one application only. */
export const EXISTENCE_OPTIONS = ['empty', 'notBlank', 'blank'] as const;

/** The grid's own model of a text filter, as far as it is offered here. */
export interface ColumnFilter {
  readonly filterType: 'text';
  readonly type: (typeof TEXT_OPTIONS)[number];
  readonly filter?: string;
}
/** By column; the same for all sections that have the column. */
export type ColumnFilters = Readonly<Record<string, ColumnFilter>>;
export const NO_FILTERS: ColumnFilters = {};

/** What a filter compares with: what the cell shows. */
export function shownText({ kind, text }: DashboardColumn, application: Application): string {
  const value = text(application);
  if (value === '') return '';
  return kind === 'date' ? formatShortDay(value) : kind === 'ago' ? formatAgo(value) : value;
}

function matches(text: string, { type, filter = '' }: ColumnFilter): boolean {
  const [given, wanted] = [text.toLowerCase(), filter.toLowerCase()];
  if (type === 'blank') return given === '';
  if (type === 'notBlank') return given !== '';
  if (type === 'equals') return given === wanted;
  return given.includes(wanted) === (type === 'contains');
}

/** The grid filters what it shows; this says the same of sections that are collapsed or not drawn yet, for counts and CSV. */
export const passesFilters = (
  application: Application,
  columns: readonly DashboardColumn[],
  filters: ColumnFilters,
): boolean =>
  columns.every((column) => {
    const filter = filters[column.id];
    return !filter || matches(shownText(column, application), filter);
  });

/** One section's filters changed: its columns are as it says, those of other processes stay. */
export function mergeFilters(
  all: ColumnFilters,
  changed: ColumnFilters,
  columns: readonly DashboardColumn[],
): ColumnFilters {
  const here = new Set(columns.map(({ id }) => id));
  const elsewhere = Object.entries(all).filter(([id]) => !here.has(id));
  return { ...Object.fromEntries(elsewhere), ...changed };
}

/** So many are looked at before the page may answer somebody in between. */
const AT_ONCE = 250;

/** A filter by text helps only where values repeat; else it asks whether there is one. */
export function* asksForExistence(
  column: DashboardColumn,
  applications: readonly Application[],
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
