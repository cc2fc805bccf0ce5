import { expect, test } from 'vitest';
import { nextSort } from './next-sort.ts';

test('presses sort by one column up, down and no more', () => {
  const up = nextSort([{ colId: 'status', sort: 'desc' }], 'email', false);
  expect(up).toEqual([{ colId: 'email', sort: 'asc' }]);
  const down = nextSort(up, 'email', false);
  expect(down).toEqual([{ colId: 'email', sort: 'desc' }]);
  expect(nextSort(down, 'email', false)).toEqual([]);
});

test('with Shift the other columns stay, and the pressed one comes after them', () => {
  const both = nextSort([{ colId: 'email', sort: 'desc' }], 'status', true);
  expect(both).toEqual([
    { colId: 'email', sort: 'desc' },
    { colId: 'status', sort: 'asc' },
  ]);
  expect(nextSort(both, 'email', true)).toEqual([{ colId: 'status', sort: 'asc' }]);
});
