import { expect, test } from 'vitest';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import { mergeBatches } from './merge-batches.ts';

const row = (_id: string, batchId: string, version = 1) => ({ _id, batchId, version }) as ApplicationView;
const list = [row('a', 'one'), row('b', 'one', 3), row('c', 'two')];

test('a new batch is added', () => {
  const merged = mergeBatches(list, ['three', 'none'], [row('d', 'three')]);
  expect(merged.map(({ _id }) => _id)).toEqual(['a', 'b', 'c', 'd']);
  expect(mergeBatches(list, ['none'], [])).toBe(list);
});

test('rereading equal rows returns the same list', () => {
  expect(mergeBatches(list, ['one'], [row('b', 'one', 3), row('a', 'one')])).toBe(list);
});

test('a newer row replaces the older one, an older one does not, and missing rows are removed', () => {
  const newer = row('a', 'one', 2);
  const merged = mergeBatches(list, ['one'], [newer, row('b', 'one', 2)]);
  expect(merged).toEqual([list[2], newer, list[1]]);
  expect(mergeBatches(list, ['one', 'two'], [row('c', 'two')]).map(({ _id }) => _id)).toEqual(['c']);
});
