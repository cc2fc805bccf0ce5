import { expect, test } from 'vitest';
import { errorsOf, type Field, formValues, inWords, storedChanges } from '../field-errors.ts';
import { colourField } from './colour-field.tsx';
import { listField } from './list-field.tsx';
import { numberField } from './number-field.ts';
import { SECRET } from './secret-field.tsx';
import { switchField } from './switch-field.tsx';

const FIELDS: readonly Field[] = [
  { name: 'name', label: 'Name', dataType: 'text' },
  { name: 'isShown', label: 'Embedding', ...switchField('Shown', 'Hidden') },
  { name: 'capacity', label: 'Capacity', ...numberField({ most: 1000 }) },
  {
    name: 'tests',
    label: 'Tests',
    ...listField([
      { value: 'a', label: 'Logic' },
      { value: 'b', label: 'English' },
    ]),
  },
  { name: 'colour', label: 'Colour', ...colourField('#9a3d2b') },
  { name: 'key', label: 'Key', ...SECRET },
  { name: 'logo', label: 'Logo', dataType: 'file' },
];
const LOGO = { fileId: 'f1', fileName: 'logo.png' };
const DOCUMENT = {
  name: 'June',
  isShown: true,
  capacity: 20,
  tests: ['b', 'a'],
  colour: null,
  key: '••••abcd',
  logo: LOGO,
};

test('a document becomes the values of a form, and its changes become the body of a call', () => {
  const values = formValues(FIELDS, DOCUMENT);
  expect(values).toEqual({
    name: 'June',
    isShown: 'true',
    capacity: '20',
    tests: '["b","a"]',
    colour: '',
    key: '••••abcd',
    logo: LOGO,
  });
  expect(storedChanges(FIELDS, values)).toEqual({ ...DOCUMENT, colour: '' });
  const emptied = { name: null, isShown: null, capacity: '1,000', tests: null, logo: null };
  expect(storedChanges(FIELDS, emptied)).toEqual({ name: null, isShown: false, capacity: 1000, tests: [], logo: null });
});

test('values read as words', () => {
  const values = formValues(FIELDS, { ...DOCUMENT, tests: ['b', 'gone'] });
  expect(FIELDS.map((field) => inWords(field, values[field.name] ?? ''))).toEqual([
    'June',
    'Shown',
    '20',
    'English, Deleted',
    '',
    'Set: ••••abcd',
    'logo.png',
  ]);
});

test.each([
  ['capacity', 'many', 'Enter a whole number from 0 to 1000.'],
  ['capacity', '1.5', 'Enter a whole number from 0 to 1000.'],
  ['capacity', '1,001', 'Enter a whole number from 0 to 1000.'],
  ['colour', 'red', 'Enter a color such as #1f6b45.'],
])('%s is refused as %s', (name, value, error) => {
  expect(errorsOf(FIELDS, { [name]: value })).toEqual({ [name]: error });
});
