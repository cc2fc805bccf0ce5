import { expect, test } from 'vitest';
import { addressWith, isNarrowed, queryOfAddress, readAddress } from './address.ts';

const read = (search: string) => readAddress(new URLSearchParams(search));

test('the address contains every filter and exclusion', () => {
  const search =
    'q=ana&person=p1&kind=batch&object=o1&change=BatchCreated&from=2026-03-01T09%3A00%3A00.000Z&not=kind%2Cobject';
  const address = read(search);
  expect(queryOfAddress(address)).toEqual({
    text: 'ana',
    actorId: 'p1',
    kind: 'batch',
    documentId: 'o1',
    type: 'BatchCreated',
    from: '2026-03-01T09:00:00.000Z',
    exclude: 'kind,documentId',
  });
  expect(readAddress(addressWith(address))).toEqual(address);
  expect(isNarrowed(address)).toBe(true);
});

test('an empty value or an invalid instant is no filter', () => {
  const address = read('from=yesterday&to=2026-99-99T00:00:00Z&not=kind');
  expect(queryOfAddress(address)).toEqual({});
  expect(isNarrowed(address)).toBe(false);
  expect(String(addressWith(address))).toBe('');
});
