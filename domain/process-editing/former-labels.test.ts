import { expect, test } from 'vitest';
import { checkConfig } from '../process/check-config.ts';
import type { ProcessConfig } from '../process/config.ts';
import { conditionsOf } from './condition-places.ts';
import { fieldWords, sentenceOf, textOfWords } from './condition-sentences.ts';
import { change, insert, remove } from './edits.ts';
import { formerLabels, goneTargets } from './former-labels.ts';
import { record, startHistory } from './history.ts';
import type { Path } from './tree.ts';

const CHECKED = checkConfig({
  label: 'P',
  fields: [],
  applicationForm: { fields: [{ name: 'email', label: 'Email', dataType: 'email', required: true }] },
  applicationDetailsSteps: [
    { _id: 'about', title: 'About you', configuration: { fields: [{ name: 'city', label: 'City' }] } },
    { _id: 'visit', title: 'Visit' },
  ],
});
if (!CHECKED.ok) throw new Error(CHECKED.rejection.message);
const SAVED: ProcessConfig = CHECKED.value;
const QUESTIONS: Path = ['applicationDetailsSteps', 0, 'configuration', 'fields'];

test('a rule on a question that was added and deleted before any save keeps its label, and one that never was its name', () => {
  const terms = ['city', 'portfolio', 'typed'].map((targetDetails) => ({
    target: 'FIELD',
    targetDetails,
    operator: 'Exists',
  }));
  const edits = [
    (config: ProcessConfig) => insert(config, QUESTIONS, 1, { name: 'portfolio', label: 'Portfolio' }),
    (config: ProcessConfig) =>
      change(config, ['applicationDetailsSteps', 1], 'visibilityCondition', { logicalOperator: 'AND', terms }),
    (config: ProcessConfig) => remove(config, [...QUESTIONS, 1]),
    (config: ProcessConfig) => remove(config, [...QUESTIONS, 0]),
    (config: ProcessConfig) => change(config, [], 'label', 'Q'),
  ];
  const history = edits.reduce((before, edit) => record(before, edit(before.config)), startHistory(SAVED));
  const gone = goneTargets(history.config);
  expect(gone).toEqual(['city', 'portfolio', 'typed']);
  const fields = fieldWords(history.config, formerLabels(gone, SAVED, history));
  const [place] = conditionsOf(history.config);
  expect(textOfWords(sentenceOf(place?.condition, 'visibility', fields))).toBe(
    'Shown when all of: “City” (deleted) is answered; “Portfolio” (deleted) is answered; “typed” (deleted, typed) is answered',
  );
  expect(goneTargets(SAVED)).toEqual([]);
});
