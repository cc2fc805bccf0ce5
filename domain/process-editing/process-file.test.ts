import { expect, test } from 'vitest';
import type { ProcessConfig } from '../process/config.ts';
import { checkText } from './json-text.ts';
import { openFile, type Referable, replaceReferences, textOfFile } from './process-file.ts';

const CONFIG: ProcessConfig = {
  label: 'Full-stack',
  requestSignup: true,
  fields: [],
  applicationForm: { title: '', fields: [{ name: 'email', label: 'Email', dataType: 'email', required: true }] },
  applicationDetailsSteps: [
    { _id: 'tests', title: 'Tests', assessmentIds: ['here-1', 'here-2'] },
    { _id: 'plan', title: 'Plan', availablePaymentModels: ['here-plan'], assessmentIds: ['here-2'] },
  ],
};
const HERE: Referable = {
  assessmentIds: [
    { _id: 'here-1', name: 'Java' },
    { _id: 'here-2', name: 'Logic' },
    { _id: 'unused', name: 'Unused' },
  ],
  availablePaymentModels: [{ _id: 'here-plan', name: 'Upfront' }],
};
const THERE: Referable = {
  assessmentIds: [
    { _id: 'there-1', name: 'Java' },
    { _id: 'there-2', name: 'Maths' },
  ],
  availablePaymentModels: [
    { _id: 'there-3', name: 'Upfront' },
    { _id: 'there-4', name: 'Upfront' },
  ],
};

test('a file is the same process in its own school, and contains the names of its references', () => {
  const text = textOfFile(CONFIG, HERE);
  expect(text).not.toContain('Unused');
  const opened = openFile(text, HERE);
  expect(opened).toMatchObject({ config: CONFIG, foreign: [] });
  expect(checkText(opened.text).unknown, 'nothing of the file is left in the process').toEqual([]);
});

test('in another school a single document of the same name replaces a reference, and all other references are named', () => {
  const { config, foreign } = openFile(textOfFile(CONFIG, HERE), THERE);
  expect(config?.applicationDetailsSteps.map(({ assessmentIds }) => assessmentIds)).toEqual([
    ['there-1', 'here-2'],
    ['here-2'],
  ]);
  expect(foreign).toEqual([
    { list: 'assessmentIds', id: 'here-2', name: 'Logic', steps: ['Step 1: Tests', 'Step 2: Plan'] },
    { list: 'availablePaymentModels', id: 'here-plan', name: 'Upfront', steps: ['Step 2: Plan'] },
  ]);
  const choices: Readonly<Record<string, string | null>> = { 'here-2': null, 'here-plan': 'there-4' };
  const choose = (_list: string, id: string) => (id in choices ? (choices[id] ?? null) : id);
  const chosen = config && replaceReferences(config, choose);
  expect(chosen?.applicationDetailsSteps).toEqual([
    { _id: 'tests', title: 'Tests', assessmentIds: ['there-1'] },
    { _id: 'plan', title: 'Plan', availablePaymentModels: ['there-4'] },
  ]);
});

test('a file of an earlier version, or with hostile names, names its references by id', () => {
  const foreign = (names: unknown) =>
    openFile(JSON.stringify({ ...CONFIG, names }), THERE).foreign.map(({ id, name }) => [id, name]);
  const unnamed = [
    ['here-1', null],
    ['here-2', null],
    ['here-plan', null],
  ];
  for (const names of [undefined, null, 7, [], { 'here-1': { toString: 1 } }]) expect(foreign(names)).toEqual(unnamed);
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  const nested = `{"names": {},\n"deep": ${deep}, ${JSON.stringify(CONFIG).slice(1)}`;
  expect(openFile(nested, THERE)).toMatchObject({ config: null, errors: [{ line: 2 }] });
  expect(openFile('{"names": 1', THERE)).toMatchObject({ config: null, errors: [{ line: 1 }] });
});

test('references of the saved process can stay after their documents are deleted', () => {
  expect(openFile(JSON.stringify(CONFIG), THERE, CONFIG).foreign).toEqual([]);
});
