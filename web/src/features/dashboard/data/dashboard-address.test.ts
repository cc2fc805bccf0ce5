import { expect, test } from 'vitest';
import { DEFAULT_SORT, readAddress, readSort, shownSort, writeSort } from './dashboard-address.ts';

test('an address without parameters shows active batches, newest applications first, nothing inactive or open', () => {
  expect(readAddress(new URLSearchParams())).toEqual({
    view: 'table',
    batchId: null,
    order: 'moved',
    family: null,
    tab: 'active',
    query: '',
    showInactive: false,
    showTrends: false,
    quick: new Set(),
    filters: {},
    box: null,
    drill: null,
    open: new Set(),
    collapsed: new Set(),
    sort: DEFAULT_SORT,
    members: null,
    isSorted: false,
  });
});

test('a link restores tab, search, rows and sort; an unknown tab is the default one', () => {
  const address = readAddress(
    new URLSearchParams('tab=complete&q=ada&inactive=1&trends=1&open=a,b&sort=field.city.asc,status.desc'),
  );
  expect(address).toMatchObject({
    tab: 'complete',
    query: 'ada',
    showInactive: true,
    showTrends: true,
    open: new Set(['a', 'b']),
  });
  expect(address.sort).toEqual([
    { colId: 'field.city', sort: 'asc' },
    { colId: 'status', sort: 'desc' },
  ]);
  expect(readAddress(new URLSearchParams('tab=archive')).tab).toBe('active');
});

test('a sort is kept in the address, the default one is left out, an invalid one is the default', () => {
  const sort = [{ colId: 'field.city', sort: 'asc' as const }];
  expect(readSort(writeSort(sort))).toEqual(sort);
  expect(writeSort(DEFAULT_SORT)).toBeNull();
  expect(readSort('status.up')).toEqual(DEFAULT_SORT);
});

test('a link restores the board, its batch and its order; the table has no single batch', () => {
  const board = readAddress(new URLSearchParams('view=board&batch=b1&order=longest'));
  expect([board.view, board.batchId, board.order]).toEqual(['board', 'b1', 'longest']);
  const table = readAddress(new URLSearchParams('view=calendar&batch=b1'));
  expect([table.view, table.batchId]).toEqual(['table', null]);
});

test('overdue applications come with the longest wait first, until a sort is chosen', () => {
  const kept = readSort('email.asc');
  const sortAt = (search: string) => writeSort(shownSort(readAddress(new URLSearchParams(search)), kept));
  expect(sortAt('')).toBe('email.asc');
  expect(sortAt('only=overdue')).toBe('inStatus.desc');
  expect(sortAt('only=mine,overdue&sort=status.asc')).toBe('status.asc');
});
