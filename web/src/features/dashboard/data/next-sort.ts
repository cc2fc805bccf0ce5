import type { Sort } from './dashboard-address.ts';

/** The sort after a press on a column's header: up, down, none. With Shift, the column is added to the others. */
export function nextSort(sort: readonly Sort[], colId: string, isAdding: boolean): readonly Sort[] {
  const before = sort.find((one) => one.colId === colId)?.sort;
  const others = isAdding ? sort.filter((one) => one.colId !== colId) : [];
  if (before === 'desc') return others;
  return [...others, { colId, sort: before === 'asc' ? 'desc' : 'asc' }];
}
