import { expect, test } from 'vitest';
import type { ProcessConfig } from '../process/config.ts';
import { pastedFields } from './pasted-fields.ts';

const config: ProcessConfig = {
  label: 'School',
  requestSignup: true,
  fields: [],
  applicationForm: { title: '', fields: [{ name: 'email', label: 'Email', dataType: 'email', required: true }] },
  applicationDetailsSteps: [],
};
const paste = (text: string, room = 200) => pastedFields(text, { config, taken: ['city'], room });

test('each paragraph is a question, its further lines are options, and a star makes it required', () => {
  expect(paste('1. Your city *\r\n\r\n2. City\n\n3. Which evening?\n- Monday\n- Tuesday\n- Monday').fields).toEqual([
    { name: 'yourCity', label: 'Your city', dataType: 'text', required: true },
    { name: 'city2', label: 'City', dataType: 'text', required: false },
    {
      ...{ name: 'whichEvening', label: 'Which evening?', dataType: 'select', required: false },
      options: ['Monday', 'Tuesday'],
    },
  ]);
});

test('names are unique and not reserved, whatever is pasted', () => {
  const { fields } = paste('Email\n\nEmail\n\nStatus\n\n名前\n\n__proto__\n\n<script>');
  const names = fields.map(({ name }) => name.toLowerCase());
  expect(new Set([...names, 'email']).size).toBe(names.length + 1);
  expect(names).not.toContain('status');
  expect(fields.map(({ label }) => label)).toEqual(['Email', 'Email', 'Status', '名前', '__proto__', '<script>']);
});

test('what the form cannot take is left out and counted', () => {
  expect(paste('One\n\nTwo\n\nThree', 2)).toMatchObject({ fields: [{ label: 'One' }, { label: 'Two' }], leftOut: 1 });
});
