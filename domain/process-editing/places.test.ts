import { expect, test } from 'vitest';
import { PROCESS_CONFIG } from '../process/config.ts';
import { fieldWords } from './condition-sentences.ts';
import { findPlaces, placesOf } from './places.ts';
import { valueAt } from './tree.ts';

const CONFIG = PROCESS_CONFIG.parse({
  label: 'P',
  fields: [{ name: 'motivation', label: 'Why us' }],
  applicationForm: { fields: [{ name: 'email', label: 'Email', dataType: 'email', required: true }] },
  applicationDetailsSteps: [
    {
      _id: 'a',
      title: 'Interview',
      content: [{ markdown: 'Book your **interview**.' }],
      configuration: { fields: [{ name: 'motivation', label: 'Motivation' }] },
      visibilityCondition: { terms: [{ target: 'STATUS', operator: 'Greater than', comparisonValue: 'NEW' }] },
    },
  ],
});
const PLACES = placesOf(CONFIG, fieldWords(CONFIG));
const find = (text: string) => findPlaces(PLACES, text, 20).map(({ kind, label }) => `${kind}: ${label}`);

test('a search finds steps, questions, texts, conditions and columns, those that begin with the text first', () => {
  expect(find('INTER')).toEqual([
    'step: Interview',
    'text: Book your **interview**.',
    'question: Motivation',
    'condition: Shown when status is after NEW',
  ]);
  expect(find('why')).toEqual(['column: Why us']);
  expect(find('status after')).toEqual(['condition: Shown when status is after NEW']);
  expect(find('column why')).toEqual(['column: Why us']);
  expect(find(' ')).toEqual([]);
  expect(findPlaces(PLACES, 'i', 2)).toHaveLength(2);
});

test('each place leads to what it names', () => {
  for (const { path, kind, label } of PLACES) {
    if (kind !== 'condition') expect(valueAt(CONFIG, path)).toBe(label);
  }
});
