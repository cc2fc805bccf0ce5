import { expect, test } from 'vitest';
import { isFiltered, NO_FILTERS, paramsOf, queryOfFilters, readFilters } from './address.ts';

test('an address keeps the filters and gives the query of the call', () => {
  const filters = { kind: 'refused', actorId: 'mia', from: '2026-03-01T00:00:00.000Z', to: '' } as const;
  expect(readFilters(paramsOf(filters))).toEqual(filters);
  expect(queryOfFilters(filters)).toEqual({ kind: 'refused', actorId: 'mia', from: '2026-03-01T00:00:00.000Z' });
  expect([isFiltered(filters), isFiltered(NO_FILTERS)]).toEqual([true, false]);
});

test('what is no filter in an address is left out', () => {
  expect(readFilters(new URLSearchParams('kind=unheard&by=%20&from=yesterday&to=2026-13-01T00:00:00Z'))).toEqual(
    NO_FILTERS,
  );
});
