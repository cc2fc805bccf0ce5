import { expect, test } from 'vitest';
import { plainNumber } from './typed-number.ts';

test.each([
  ['1500', '1500'],
  [' 1500.50 ', '1500.50'],
  ['1,500', '1500'],
  ['1,500.50', '1500.50'],
  ['12,345,678', '12345678'],
  ['1,50,000', '150000'],
  ['1500,5', '1500.5'],
  ['0,500', '0.500'],
  [',5', '.5'],
  ['1.500', '1.500'],
  ['1.500,50', '1500.50'],
  ['1.500.000', '1500000'],
  ['1 500,50', '1500.50'],
  ['1\u202f500\u00a0000', '1500000'],
  ["1'500.50", '1500.50'],
  ['-1,000', '-1000'],
])('%j is the number %s', (typed, number) => expect(plainNumber(typed)).toBe(number));

test.each(['a lot', '1 2', '1,2,3', '1,500,5', '1.5,000.5', ''])('%j remains as typed', (typed) => {
  expect(plainNumber(typed)).toBe(typed);
});
