import { expect, test } from 'vitest';
import { changedValues, textsOf } from './changed-values.ts';
import { errorsOf, type Field, summaryOf } from './field-errors.ts';

const field = (name: string, more: Partial<Field> = {}): Field => ({ name, label: name, dataType: 'text', ...more });

test('only what differs is sent, and what was emptied is cleared', () => {
  expect(
    changedValues({ city: 'Manila', laptop: 'old', hours: '' }, { city: 'Manila', laptop: ' ', hours: '20 ' }),
  ).toEqual({
    laptop: null,
    hours: '20',
  });
});

test('what is no text shows as an empty field', () => {
  expect(textsOf(['city', 'cv'], { city: 'Cebu', cv: { fileId: '1' }, secret: 'x' })).toEqual({ city: 'Cebu', cv: '' });
});

test('every required field must have more than spaces', () => {
  const errors = errorsOf([field('city', { required: true }), field('laptop')], { city: '  ', laptop: '' });
  expect(Object.keys(errors)).toEqual(['city']);
  expect(summaryOf(errors)).toBe('Please complete all required fields');
});

test('an email without an address in it is explained by an example', () => {
  const errors = errorsOf([field('email', { dataType: 'email', required: true })], { email: 'ada' });
  expect(errors).toEqual({ email: 'Enter your email, like ada@example.com.' });
  expect(summaryOf(errors)).toBe('Please check these answers');
});
