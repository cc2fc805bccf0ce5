import { expect, test } from 'vitest';
import { canBeLimit } from '../../../../../domain/application/overdue.ts';
import { readWhole } from './whole.ts';

test('an allowed whole number is read, and empty is no number', () => {
  expect(['1', ' 40 ', '365', '', ' '].map((text) => readWhole(text, canBeLimit))).toEqual([1, 40, 365, null, null]);
});

test.each(['400', '366', '0', '-3', '1.5', '99999', '4e1', 'ten', '0x1'])('%s is no time limit', (text) => {
  expect(readWhole(text, canBeLimit)).toBeUndefined();
});
