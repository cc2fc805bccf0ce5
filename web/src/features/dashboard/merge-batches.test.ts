import { expect, test } from 'vitest';
import type { Application } from '../../../../api/contract/applications.ts';
import { mergeBatches } from './merge-batches.ts';

const row = (_id: string, batchId: string, version = 1) => ({ _id, batchId, version }) as Application;
const list = [row('a', 'one'), row('b', 'one', 3), row('c', 'two')];

test('a batch that comes for the first time joins the others', () => {
  const merged = mergeBatches(list, ['three', 'none'], [row('d', 'three')]);
  expect(merged.map(({ _id }) => _id)).toEqual(['a', 'b', 'c', 'd']);
  expect(mergeBatches(list, ['none'], [])).toBe(list);
});

test('what is read again and says the same leaves the very same list', () => {
  expect(mergeBatches(list, ['one'], [row('b', 'one', 3), row('a', 'one')])).toBe(list);
});

test('a newer row takes the place of its older one, an older one does not, and what is gone goes', () => {
  const newer = row('a', 'one', 2);
  const merged = mergeBatches(list, ['one'], [newer, row('b', 'one', 2)]);
  expect(merged).toEqual([list[2], newer, list[1]]);
  expect(mergeBatches(list, ['one', 'two'], [row('c', 'two')]).map(({ _id }) => _id)).toEqual(['c']);
});
