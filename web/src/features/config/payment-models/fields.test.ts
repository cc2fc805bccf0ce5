import { expect, test } from 'vitest';
import { storedChanges } from '../../../shared/forms/field-errors.ts';
import { FIELDS, modelIn, wordsOf } from './fields.ts';

const words = { ...wordsOf(), name: 'Plan', upfrontCost: '1500.50', monthlyCost: ' 200 ', numberOfMonths: '3' };

test('the preview costs what the server would charge', () => {
  expect(modelIn(words, undefined)).toMatchObject({ upfrontCost: 1500.5, monthlyCost: 200, totalCost: 2100.5 });
  expect(modelIn({ ...words, currency: 'usd' }, undefined)).toMatchObject({ currency: 'USD' });
});

test('numbers are sent and previewed as they are typed in any grouping, and texts are left alone', () => {
  const typed = { name: '1,500 a month', upfrontCost: '1,500.50', monthlyCost: '1 200,50', numberOfMonths: '2' };
  expect(storedChanges(FIELDS, { ...typed, details: null })).toEqual({
    name: '1,500 a month',
    details: null,
    upfrontCost: 1500.5,
    monthlyCost: 1200.5,
    numberOfMonths: 2,
  });
  expect(storedChanges(FIELDS, { upfrontCost: 'a lot' }), 'the server refuses it').toEqual({ upfrontCost: 'a lot' });
  expect(modelIn({ ...words, ...typed }, undefined)).toMatchObject({ totalCost: 3901.5 });
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
