import { expect, test } from 'vitest';
import { modelIn, wordsOf } from './fields.ts';

const words = { ...wordsOf(), name: 'Plan', upfrontCost: '1500.50', monthlyCost: ' 200 ', numberOfMonths: '3' };

test('the preview costs what the server would charge', () => {
  expect(modelIn(words, undefined)).toMatchObject({ upfrontCost: 1500.5, monthlyCost: 200, totalCost: 2100.5 });
  expect(modelIn({ ...words, currency: 'usd' }, undefined)).toMatchObject({ currency: 'USD' });
});

test.each([
  ['a cost that is no number', { upfrontCost: 'a lot' }],
  ['a negative cost', { monthlyCost: '-1' }],
  ['half a month', { numberOfMonths: '1.5' }],
  ['more months than a plan may have', { numberOfMonths: '1000000000' }],
  ['a day that no month has', { monthlyPaymentDay: '32' }],
  ['day 0', { monthlyPaymentDay: '0' }],
  ['no currency', { currency: 'pesos' }],
  ['more decimals than the currency has', { currency: 'JPY' }],
])('there is no preview of %s', (_, changed) => {
  expect(modelIn({ ...words, ...changed }, undefined)).toBeNull();
});

test('a model becomes the words that a form shows, and they describe the same model', () => {
  const model = modelIn(words, undefined);
  expect(model && modelIn(wordsOf(model), model)).toEqual(model);
});
