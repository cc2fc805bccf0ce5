import { expect, test } from 'vitest';
import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import { columnsFor } from './columns.ts';
import type { Sort } from './dashboard-address.ts';
import { inSortOrder } from './row-order.ts';

const application = (_id: string, firstName: string, status: ApplicationView['status'], createdAt: string) =>
  ({ _id, firstName, status, createdAt }) as ApplicationView;
const applications = [
  application('1', 'Zoe', 'NEW', '2026-03-02T00:00:00.000Z'),
  application('2', 'ada', 'COMPLETE', '2026-03-01T00:00:00.000Z'),
  application('3', 'Ben', 'NEW', '2026-03-03T00:00:00.000Z'),
];
const ids = (...sorts: Sort[]) =>
  inSortOrder(applications, columnsFor([], true, []), sorts)
    .map(({ _id }) => _id)
    .join('');

test("applications have their table's order: by date, name or rank, then by the next sort column", () => {
  expect(ids({ colId: 'createdAt', sort: 'desc' })).toBe('312');
  expect(ids({ colId: 'name', sort: 'asc' })).toBe('231');
  expect(ids({ colId: 'status', sort: 'desc' }, { colId: 'name', sort: 'asc' })).toBe('231');
  expect(ids({ colId: 'field.of-another-process', sort: 'asc' }), 'as they came').toBe('123');
});

test('typed numbers are sorted by value', () => {
  const hours = columnsFor([{ name: 'hours', label: 'Hours', dataType: 'text', isAdminOnly: false }], true, []);
  const asked = ['20', '100', '9'].map((typed) => ({ ...application(typed, 'Ada', 'NEW', ''), hours: typed }));
  const sorted = inSortOrder(asked, hours, [{ colId: 'field.hours', sort: 'asc' }]);
  expect(sorted.map(({ _id }) => _id)).toEqual(['9', '20', '100']);
});
