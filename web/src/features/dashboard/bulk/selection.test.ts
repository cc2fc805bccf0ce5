import { expect, test } from 'vitest';
import { createSelection } from './selection.ts';

test('a selection in one table survives changes in another', () => {
  const selection = createSelection();
  selection.change(['a', 'b'], []);
  selection.change(['c'], ['d']);
  selection.change([], ['a']);
  expect([...selection.ids()]).toEqual(['b', 'c']);
});

test('each change is a new set, reported to all subscribers', () => {
  const selection = createSelection();
  const heard: number[] = [];
  const stop = selection.subscribe(() => heard.push(selection.ids().size));
  const before = selection.ids();
  selection.change(['a', 'b'], []);
  expect(before.size).toBe(0);
  selection.clear();
  stop();
  selection.change(['a'], []);
  expect(heard).toEqual([2, 0]);
});
