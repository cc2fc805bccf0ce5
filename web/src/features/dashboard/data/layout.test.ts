import { expect, test } from 'vitest';
import { inOrder, NO_LAYOUT, readLayout, sortOf, withOrder, writeLayout } from './layout.ts';

const SCHOOL = '0076c1bb-4d2c-5508-b01b-8f000211eace';
const arranged = {
  order: ['status', 'name'],
  widths: { 'field.motivation': 400 },
  hidden: ['account'],
  sort: 'name.asc',
};

test('the layout of the columns is kept, also on another device', () => {
  expect(readLayout(writeLayout(arranged, SCHOOL), SCHOOL)).toEqual(arranged);
  expect(sortOf(arranged.sort)).toEqual([{ colId: 'name', sort: 'asc' }]);
});

test('each organization has its own layout, and a reset removes it', () => {
  expect(readLayout(writeLayout(arranged, SCHOOL), 'another')).toEqual(NO_LAYOUT);
  expect(Object.values(writeLayout(NO_LAYOUT, SCHOOL))).toEqual([null, null, null, null]);
});

test('a malformed layout is ignored', () => {
  const sent = { [`dashboard.${SCHOOL}.order`]: 7, [`dashboard.${SCHOOL}.widths`]: ['status', 'name -1', 'email x'] };
  expect(readLayout({ ...sent, [`dashboard.${SCHOOL}.sort`]: true }, SCHOOL)).toEqual(NO_LAYOUT);
});

test('a column that the order does not name stays after its neighbour', () => {
  expect(inOrder(['a', 'b', 'c', 'd'], ['d', 'a'])).toEqual(['d', 'a', 'b', 'c']);
  expect(inOrder(['new', 'a', 'b'], ['b', 'gone', 'a'])).toEqual(['new', 'b', 'a']);
  expect(inOrder(['a', 'b'], [])).toEqual(['a', 'b']);
});

test('columns that a table does not have keep their position in the order', () => {
  expect(withOrder([], ['b', 'a'])).toEqual(['b', 'a']);
  expect(withOrder(['a', 'x', 'b'], ['b', 'a'])).toEqual(['b', 'a', 'x']);
});

test('a stored layout cannot repeat a column or make it wider than the limit', () => {
  const kept = { 'dashboard.school.order': ['name', 'name'], 'dashboard.school.widths': ['name 999999'] };
  expect(readLayout(kept, 'school')).toEqual({ ...NO_LAYOUT, order: ['name'], widths: { name: 2000 } });
});
