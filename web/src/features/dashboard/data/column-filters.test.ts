import { expect, test } from 'vitest';
import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import {
  asksForExistence,
  type ColumnFilter,
  mergeFilters,
  passesFilters,
  readFilters,
  writeFilters,
} from './column-filters.ts';
import { columnsFor } from './columns.ts';

const columns = columnsFor([{ name: 'city', label: 'City', dataType: 'text', isAdminOnly: false }], true, []);
const application = (more: Partial<ApplicationView>) =>
  ({ trackingNumber: 1, status: 'NEW', createdAt: '2026-03-12T12:00:00.000Z', ...more }) as ApplicationView;
const passes = (more: Partial<ApplicationView>, id: string, type: ColumnFilter['type'], filter?: string) =>
  passesFilters(application(more), columns, { [id]: { filterType: 'text', type, ...(filter ? { filter } : {}) } });

test("a filter compares with the cell's text, ignoring case", () => {
  expect(passes({ city: 'Manila' }, 'field.city', 'contains', 'MAN')).toBe(true);
  expect(passes({ city: 'Manila' }, 'field.city', 'notContains', 'man')).toBe(false);
  expect(passes({ city: 'Manila' }, 'field.city', 'equals', 'man')).toBe(false);
  expect(passes({ city: '' }, 'field.city', 'blank')).toBe(true);
  expect(passes({ city: 'Manila' }, 'field.city', 'notBlank')).toBe(true);
  expect(passes({}, 'createdAt', 'contains', '12 mar')).toBe(true);
});

test('statuses are chosen from a list, days are a range, and an age is a number of days', () => {
  expect(passes({ status: 'NEW' }, 'status', 'oneOf', 'COMPLETE,NEW')).toBe(true);
  expect(passes({ status: 'INTERVIEW PENDING' }, 'status', 'oneOf', 'COMPLETE,NEW')).toBe(false);
  for (const [filter, isIn] of [
    ['2026-03-12,2026-03-12', true],
    ['2026-03-13,', false],
    [',2026-03-12', true],
    [',2026-03-11', false],
    ['nonsense', false],
  ] as const) {
    expect(passes({}, 'createdAt', 'between', filter), filter).toBe(isIn);
  }
  expect(passes({}, 'lastSeenAt', 'between', '2000-01-01,'), 'never seen').toBe(false);
  const since = (days: number) => ({ statusSince: new Date(Date.now() - days * 86_400_000 - 60_000).toISOString() });
  expect(passes(since(8), 'inStatus', 'moreThan', '7')).toBe(true);
  expect(passes(since(7), 'inStatus', 'moreThan', '7')).toBe(false);
  expect(passes({}, 'inStatus', 'moreThan', '0'), 'without a time').toBe(false);
});

test('a filter of a column that a batch does not have is ignored there', () => {
  expect(passes({}, 'field.elsewhere', 'notBlank')).toBe(true);
});

test("a section's filters replace those of its columns and keep those of other processes", () => {
  const by = (filter: string): ColumnFilter => ({ filterType: 'text', type: 'contains', filter });
  const all = { status: by('new'), 'field.elsewhere': by('x') };
  expect(mergeFilters(all, { 'field.city': by('cebu') }, columns)).toEqual({
    'field.elsewhere': by('x'),
    'field.city': by('cebu'),
  });
});

test('a filter asks for existence while there are under 1.5 values to each distinct one', () => {
  const column = columns.find(({ id }) => id === 'email');
  const emails = (...all: (string | null)[]) => all.map((email) => application({ email }));
  if (!column) throw new Error('no email column');
  const asks = (all: readonly ApplicationView[]) => asksForExistence(column, all).next();
  expect(asks(emails('a', 'b', null))).toEqual({ done: true, value: true });
  expect(asks(emails('a', 'a', 'b'))).toEqual({ done: true, value: false });
  expect(asks(emails(...Array.from({ length: 250 }, String))), 'of many it pauses').toMatchObject({ done: false });
});

test('filters survive in the address, and an address that was changed by hand filters by what it still says', () => {
  const filters = {
    status: { filterType: 'text', type: 'contains', filter: 'a, "b" & c' },
    'field.city': { filterType: 'text', type: 'blank' },
    createdAt: { filterType: 'text', type: 'between', filter: '2026-03-01,' },
  } as const;
  expect(readFilters(writeFilters(filters))).toEqual(filters);
  expect(writeFilters({})).toBeNull();
  for (const text of [null, '', '{', '{}', '[1,[],["status"],["status","drops"],[3,"blank"]]']) {
    expect(readFilters(text), String(text)).toEqual({});
  }
  expect(readFilters('[["status","drops"],["city","equals","Cebu"]]')).toEqual({
    city: { filterType: 'text', type: 'equals', filter: 'Cebu' },
  });
});
