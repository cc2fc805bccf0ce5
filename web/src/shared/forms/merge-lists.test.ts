import { expect, test } from 'vitest';
import { mergeLists } from './merge-lists.ts';

/** "a1 b1" is a list of two elements with ids a and b. */
const list = (text: string) =>
  text === '' ? '' : JSON.stringify(text.split(' ').map((one) => ({ _id: one.charAt(0), text: one.slice(1) })));

test.each([
  ['different elements', 'a1 b1', 'a2 b1', 'a1 b2', 'a2 b2'],
  ['the same change of one element', 'a1 b1', 'a2 b1', 'a2 b1', 'a2 b1'],
  ['an addition and a change', 'a1 b1', 'a1 c1 b1', 'a2 b1', 'a2 c1 b1'],
  ['additions on both sides', 'a1 b1', 'a1 c1 b1', 'a1 b1 d1', 'a1 c1 b1 d1'],
  ['a deletion and a change of another', 'a1 b1', 'b1', 'a1 b2', 'b2'],
  ['a new order and a change', 'a1 b1 c1', 'c1 a1 b1', 'a1 b2 c1', 'c1 a1 b2'],
  ['an addition to an empty list', '', 'a1', 'b1', 'a1 b1'],
  ['the deletion of all', 'a1', '', 'a1', ''],
])('merges %s', (_, before, mine, theirs, merged) => {
  expect(mergeLists(list(before), list(mine), list(theirs))).toBe(list(merged));
});

test.each([
  ['one element in two ways', 'a1 b1', 'a2 b1', 'a3 b1'],
  ['an element that the other deleted', 'a1 b1', 'a2 b1', 'b1'],
  ['the order in two ways', 'a1 b1 c1', 'b1 a1 c1', 'a1 c1 b1'],
])('names a conflict if both change %s', (_, before, mine, theirs) => {
  expect(mergeLists(list(before), list(mine), list(theirs))).toBeNull();
});
