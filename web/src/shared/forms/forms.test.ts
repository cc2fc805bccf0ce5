import { expect, test } from 'vitest';
import { answersOf, changedValues, isSameAnswer } from './changed-values.ts';
import { numberField } from './controls/number-field.ts';
import { asQuestions, errorsOf, type Field, summaryOf } from './field-errors.ts';

const field = (name: string, more: Partial<Field> = {}): Field => ({ name, label: name, dataType: 'text', ...more });

test('only differences are sent, and emptied fields are cleared', () => {
  expect(
    changedValues({ city: 'Manila', laptop: 'old', hours: '' }, { city: 'Manila', laptop: ' ', hours: '20 ' }),
  ).toEqual({
    laptop: null,
    hours: '20',
  });
});

test('a value that is neither a text nor a file shows as an empty field', () => {
  const cv = { fileId: '1', fileName: 'cv.pdf' };
  expect(answersOf(['city', 'cv', 'steps'], { city: 'Cebu', cv, steps: [{}], secret: 'x' })).toEqual({
    city: 'Cebu',
    cv,
    steps: '',
  });
});

test('a file field changes only with the stored file', () => {
  const cv = { fileId: '1', fileName: 'cv.pdf' };
  expect(changedValues({ cv }, { cv: { fileId: '1', fileName: 'as the draft called it.pdf' } })).toEqual({});
  expect(changedValues({ cv }, { cv: '' })).toEqual({ cv: null });
  expect(changedValues({}, { cv })).toEqual({ cv });
});

test('a required file is missing until it is stored', () => {
  const fields = [field('cv', { dataType: 'file', required: true })];
  expect(summaryOf(fields, errorsOf(fields, { cv: '' }))).toBe('Please complete all required fields');
  expect(errorsOf(fields, { cv: { fileId: '1', fileName: 'cv.pdf' } })).toEqual({});
});

test('spaces do not fill a required field', () => {
  const fields = [field('city', { required: true }), field('laptop')];
  const errors = errorsOf(fields, { city: '  ', laptop: '' });
  expect(Object.keys(errors)).toEqual(['city']);
  expect(summaryOf(fields, errors)).toBe('Please complete all required fields');
});

test('an invalid email gets an error with an example', () => {
  const fields = [field('email', { dataType: 'email', required: true })];
  const errors = errorsOf(fields, { email: 'ada' });
  expect(errors).toEqual({ email: 'Enter your email, like ada@example.com.' });
  expect(summaryOf(fields, errors)).toBe('Please check these answers');
});

test('spaces around a text and other writings of a number change nothing', () => {
  const number = numberField({ isWhole: false, most: 1000 });
  expect(isSameAnswer({}, 'June ', 'June')).toBe(true);
  expect(isSameAnswer({}, '500.00', '500')).toBe(false);
  expect(isSameAnswer(number, '500.00', '500')).toBe(true);
  expect(isSameAnswer(number, '500.01', '500')).toBe(false);
  expect(isSameAnswer(number, '', '0')).toBe(false);
});

test('an applicant reads what to do about each missing answer', () => {
  const required = { required: true };
  const fields = asQuestions([
    field('firstName', required),
    field('motivation', required),
    field('shift', { ...required, dataType: 'select' }),
    field('cv', { ...required, dataType: 'file' }),
    field('phoneNumber', { dataType: 'tel' }),
  ]);
  const errors = errorsOf(fields, { phoneNumber: 'abc' });
  expect(Object.values(errors)).toEqual([
    'Enter your first name.',
    'Enter your answer.',
    'Choose an answer.',
    'Choose a file.',
    'Enter a phone number in digits, like +63 912 345 6789.',
  ]);
  expect(summaryOf(fields, errors)).toBe('Please complete all required fields');
});
