import { expect, test } from 'vitest';
import { outlineOf, outlinesOf, staffFieldsOf } from './outline.ts';

const json = JSON.stringify({
  label: 'Full-Stack',
  fields: [
    { name: 'motivation', label: 'Motivation', dataType: 'paragraph' },
    { name: 'interviewNotes', label: 'Interview notes', dataType: 'paragraph', isAdminOnly: true },
    { name: 'phoneNumber', label: 'Phone', dataType: 'tel' },
  ],
  applicationForm: { fields: [{ name: 'motivation', label: 'Why?', dataType: 'paragraph' }] },
  applicationDetailsSteps: [
    { title: 'Read', content: [{ markdown: 'x' }] },
    { title: 'You', configuration: { fields: [{ name: 'city', label: 'City', dataType: 'text' }] } },
  ],
});

test("the dashboard's columns come from fields, the panel's questions from all forms", () => {
  const outline = outlineOf(json);
  expect(outline.columns.map(({ name }) => name)).toEqual(['motivation', 'interviewNotes', 'phoneNumber']);
  expect(outline.questions.map(({ name }) => name)).toEqual(['motivation', 'city']);
  expect(outline.forms.map(({ step, title, fields }) => [step, title, fields.length])).toEqual([
    [null, 'Application form', 1],
    [0, 'Read', 0],
    [1, 'You', 1],
  ]);
});

test('staff fields are those in no form, without core fields', () => {
  expect(staffFieldsOf(outlineOf(json)).map(({ name }) => name)).toEqual(['interviewNotes']);
});

test('a batch without a process, or with a damaged one, has no columns', () => {
  const outlines = outlinesOf([{ _id: 'p', version: 0, json: '{' }]);
  expect(outlines(null).columns).toEqual([]);
  expect(outlines(null).forms.map(({ title }) => title)).toEqual(['Application form']);
  expect(outlines('p').columns).toEqual([]);
  expect(outlines('gone').columns).toEqual([]);
});
