import type { Sort } from './dashboard-address.ts';

/** What a press on a column's name sorts by: up, down, no more. With Shift, the column comes after the others. */
export function nextSort(sort: readonly Sort[], colId: string, isAdding: boolean): readonly Sort[] {
  const before = sort.find((one) => one.colId === colId)?.sort;
  const others = isAdding ? sort.filter((one) => one.colId !== colId) : [];
  if (before === 'desc') return others;
  return [...others, { colId, sort: before === 'asc' ? 'desc' : 'asc' }];
}
