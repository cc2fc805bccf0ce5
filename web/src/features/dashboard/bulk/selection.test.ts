import { expect, test } from 'vitest';
import { createSelection } from './selection.ts';

test('what is ticked in one table stays ticked while another one tells of its own', () => {
  const selection = createSelection();
  selection.change(['a', 'b'], []);
  selection.change(['c'], ['d']);
  selection.change([], ['a']);
  expect([...selection.ids()]).toEqual(['b', 'c']);
});

test('each change is another set, of which everybody hears who still listens', () => {
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
