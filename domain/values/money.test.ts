import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromMinor, isCurrency, minorDigits, parseDecimal, toMinor } from './money.ts';

const currency = fc.constantFrom('PHP', 'EUR', 'JPY', 'KWD', 'USD', 'CLF');

test('minor units and decimals convert into each other, for every currency', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e13, max: 1e13 }), currency, (minor, code) => {
      expect(toMinor(fromMinor(minor, code), code)).toBe(minor);
    }),
  );
});

test.each([
  [10.1, 'PHP', 1010],
  [0.07, 'EUR', 7],
  [1.005, 'KWD', 1005],
  [250, 'JPY', 250],
  [1_000_000_000, 'PHP', 100_000_000_000],
] as const)('%d %s are %d minor units', (amount, code, minor) => expect(toMinor(amount, code)).toBe(minor));

test.each([
  [1.005, 'PHP'],
  [0.5, 'JPY'],
  [0.1 + 0.2, 'EUR'],
  [1e21, 'PHP'],
  [Number.NaN, 'PHP'],
] as const)('%d %s cannot be paid to the last cent', (amount, code) => expect(toMinor(amount, code)).toBeNull());

test('typed amounts are numbers or refused', () => {
  expect(['12', ' 12.50 ', '-3', '.5', '7.', 4].map(parseDecimal)).toEqual([12, 12.5, -3, 0.5, 7, 4]);
  for (const none of ['', ' ', 'abc', '1,000', '1e3', '0x10', 'Infinity', null, undefined, true, {}, Number.NaN]) {
    expect(parseDecimal(none)).toBeUndefined();
  }
});

test('a currency is known by its code', () => {
  expect(['PHP', 'JPY', 'KWD'].map(minorDigits)).toEqual([2, 0, 3]);
  expect(['PHP', 'php', 'XYZ', '__proto__'].map(isCurrency)).toEqual([true, false, false, false]);
});
