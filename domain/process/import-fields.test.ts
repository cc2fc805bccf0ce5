import { expect, test } from 'vitest';
import { checkConfig } from './check-config.ts';
import { importFields } from './import-fields.ts';

test('an import requires only who the person is, and knows what applicants must answer', () => {
  const required = { required: true };
  const checked = checkConfig({
    label: 'P',
    fields: [{ name: 'rating', label: 'Rating' }],
    applicationForm: {
      fields: [
        { name: 'email', label: 'Email', dataType: 'email', ...required },
        { name: 'firstName', label: 'First name', ...required },
        { name: 'motivation', label: 'Motivation', ...required },
        { name: 'cv', label: 'CV', dataType: 'file', ...required },
      ],
    },
    applicationDetailsSteps: [
      { _id: 'a', title: 'A', configuration: { fields: [{ name: 'city', label: 'City', ...required }] } },
    ],
  });
  if (!checked.ok) throw new Error(checked.rejection.message);
  const fields = importFields(checked.value);
  const namesOf = (list: typeof fields) => list.map(({ name }) => name);
  expect(namesOf(fields)).toEqual(['email', 'firstName', 'motivation', 'lastName', 'phoneNumber', 'city', 'rating']);
  expect(namesOf(fields.filter((field) => field.required))).toEqual(['email', 'firstName']);
  expect(namesOf(fields.filter(({ isExpected }) => isExpected))).toEqual(['email', 'firstName', 'motivation']);
});
