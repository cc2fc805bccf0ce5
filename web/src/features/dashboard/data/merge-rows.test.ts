import { expect, test } from 'vitest';
import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import { mergeRows } from './merge-rows.ts';

const row = (_id: string, version: number, createdAt = '2026-01-01T00:00:00.000Z') =>
  ({ _id, version, createdAt }) as ApplicationView;
const list = [row('c', 1), row('b', 3), row('a', 1)];

test('a changed row is replaced, every other one stays the same object', () => {
  const newer = row('b', 4);
  const merged = mergeRows(list, ['b'], [newer]);
  expect(merged.map(({ _id }) => _id)).toEqual(['c', 'b', 'a']);
  expect(merged[1]).toBe(newer);
  expect([merged[0], merged[2]]).toEqual([list[0], list[2]]);
  expect(merged[0]).toBe(list[0]);
});

test('older or equal rows change nothing', () => {
  expect(mergeRows(list, ['b', 'c'], [row('b', 2), row('c', 1)])).toEqual(list);
  expect(mergeRows(list, ['c'], [row('c', 1)])[0]).toBe(list[0]);
});

test('a new application is added first, a missing one is removed', () => {
  const merged = mergeRows(list, ['new', 'a'], [row('new', 0, '2026-02-01T00:00:00.000Z')]);
  expect(merged.map(({ _id }) => _id)).toEqual(['new', 'c', 'b']);
});
