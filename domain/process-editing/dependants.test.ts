import { expect, test } from 'vitest';
import { checkConfig } from '../process/check-config.ts';
import { fieldWords, sentenceOf, textOfWords } from './condition-sentences.ts';
import { deletionOf, withoutFields } from './dependants.ts';

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
if (!CHECKED.ok) throw new Error(CHECKED.rejection.message);
const CONFIG = CHECKED.value;
const NOTHING = { conditions: [], columns: [] };

test.each([
  ['a question', ['applicationDetailsSteps', 0, 'configuration', 'fields', 0], ['city']],
  ['the step with it', ['applicationDetailsSteps', 0], ['why', 'city']],
] as const)('deleting %s names the conditions and columns that refer to it, and where they are', (_, path, names) => {
  const { conditions, ...rest } = deletionOf(CONFIG, path);
  expect(rest).toEqual({ names, columns: [{ path: ['fields', 0], label: 'Town' }] });
  expect(
    conditions.map((place) => [
      place.path,
      textOfWords(sentenceOf(place.condition, place.purpose, fieldWords(CONFIG))),
      place.isBroken,
    ]),
  ).toEqual([[['applicationDetailsSteps', 1, 'visibilityCondition'], 'Shown when “City” is answered', false]]);
});

test('deleting a question without a column breaks the conditions on it', () => {
  const without = { ...CONFIG, fields: [] };
  const { conditions, columns } = deletionOf(without, ['applicationDetailsSteps', 0, 'configuration', 'fields', 0]);
  expect(conditions.map(({ isBroken }) => isBroken)).toEqual([true]);
  expect(columns).toEqual([]);
});

test('deleting what nothing refers to names nothing', () => {
  const why = deletionOf(CONFIG, ['applicationDetailsSteps', 0, 'configuration', 'fields', 1]);
  expect(why).toEqual({ ...NOTHING, names: ['why'] });
  expect(deletionOf(CONFIG, ['applicationDetailsSteps', 1])).toEqual({ ...NOTHING, names: [] });
  expect(deletionOf(CONFIG, ['fields', 0])).toEqual({ ...NOTHING, names: [] });
});

test('a process without a field and the rules on it can be weighed', () => {
  const without = withoutFields(CONFIG, ['city']);
  expect(checkConfig(without, CONFIG).ok).toBe(true);
  expect(JSON.stringify(without)).not.toContain('city');
  expect(withoutFields(CONFIG, ['other'])).toEqual(CONFIG);
});
