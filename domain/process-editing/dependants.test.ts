import { expect, test } from 'vitest';
import { checkConfig } from '../process/check-config.ts';
import { fieldWords } from './condition-sentences.ts';
import { dependantLines } from './dependants.ts';
import type { Path } from './tree.ts';

const CHECKED = checkConfig({
  label: 'P',
  fields: [{ name: 'city', label: 'Town' }],
  applicationForm: { fields: [{ name: 'email', label: 'Email', dataType: 'email', required: true }] },
  applicationDetailsSteps: [
    {
      _id: 'about',
      title: 'About you',
      configuration: {
        fields: [
          { name: 'city', label: 'City' },
          { name: 'why', label: 'Why?' },
        ],
      },
    },
    {
      _id: 'visit',
      title: 'Visit',
      visibilityCondition: { terms: [{ target: 'FIELD', targetDetails: 'city', operator: 'Exists' }] },
    },
  ],
});
const linesOf = (...path: Path) =>
  CHECKED.ok ? dependantLines(CHECKED.value, path, fieldWords(CHECKED.value)) : [CHECKED.rejection.message];

test.each([
  ['a question', ['applicationDetailsSteps', 0, 'configuration', 'fields', 0]],
  ['the step with it', ['applicationDetailsSteps', 0]],
] as const)('deleting %s names the conditions and columns that refer to it', (_, path) => {
  expect(linesOf(...path)).toEqual([
    'Visit: “Shown when “City” is answered” no longer works. Change it before you save.',
    'The column “Town” stays, and only staff fill it in.',
  ]);
});

test('deleting what nothing refers to names nothing', () => {
  expect(linesOf('applicationDetailsSteps', 0, 'configuration', 'fields', 1)).toEqual([]);
  expect(linesOf('applicationDetailsSteps', 1)).toEqual([]);
  expect(linesOf('fields', 0)).toEqual([]);
});
