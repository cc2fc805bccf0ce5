import { expect, test } from 'vitest';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import { gridRows, keepPanelsUnderRows } from './grid-rows.ts';

const [a, b, c] = ['a', 'b', 'c'].map((_id) => ({ _id }) as ApplicationView) as [
  ApplicationView,
  ApplicationView,
  ApplicationView,
];

test('a panel follows its application in any sort order', () => {
  const rows = gridRows([a, b, c], new Set(['a', 'c', 'not here']));
  expect(rows.map(({ id }) => id)).toEqual(['a', 'a:panel', 'b', 'c', 'c:panel']);
  const nodes = ['c:panel', 'b', 'c', 'a:panel', 'a'].map((id) => ({ data: rows.find((row) => row.id === id) }));
  keepPanelsUnderRows(nodes);
  expect(nodes.map(({ data }) => data?.id)).toEqual(['b', 'c', 'c:panel', 'a', 'a:panel']);
});

test('the row of an unchanged application is the same object, so that the grid does not redraw it', () => {
  expect(gridRows([a], new Set())[0]).toBe(gridRows([a, b], new Set(['b']))[0]);
  expect(gridRows([a], new Set(['a']))[0]).not.toBe(gridRows([a], new Set())[0]);
  expect(gridRows([{ ...a }], new Set())[0]).not.toBe(gridRows([a], new Set())[0]);
});
