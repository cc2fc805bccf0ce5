import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkConfig } from '../process/check-config.ts';
import { PROCESS_CONFIG, type ProcessConfig } from '../process/config.ts';
import { isPersonalField } from '../process/fields.ts';
import { conditionsOf } from './condition-places.ts';
import { fieldWords } from './condition-sentences.ts';
import { truthsOf } from './condition-truth.ts';
import { dependantsOf } from './dependants.ts';
import { change } from './edits.ts';
import { record, startHistory, undo } from './history.ts';
import { checkText, textOfConfig, textPlaces } from './json-text.ts';
import { PATTERNS, processFromPattern } from './patterns.ts';

const answered = (targetDetails: string) => ({ terms: [{ target: 'FIELD', targetDetails, operator: 'Exists' }] });
const email = { name: 'email', label: 'Email', dataType: 'email', required: true };
const TRACK = { name: 'track', label: 'Track', dataType: 'select', options: ['Java', 'Web'] };
const CONFIG = PROCESS_CONFIG.parse({
  label: 'P',
  fields: [
    { name: 'track', label: 'Track' },
    { name: 'rating', label: 'Rating' },
  ],
  applicationForm: { fields: [email] },
  applicationDetailsSteps: [
    { _id: 'a', title: 'About', configuration: { fields: [TRACK, { name: 'city', label: 'City' }] } },
    {
      _id: 'b',
      title: 'More',
      visibilityCondition: {
        terms: [{ target: 'FIELD', targetDetails: 'track', operator: 'Greater than or equal', comparisonValue: 'Web' }],
      },
      content: [{ markdown: 'Hello', condition: answered('city') }],
      configuration: { fields: [{ name: 'city', label: 'City' }] },
    },
  ],
});

describe('a pattern for new processes', () => {
  const newId = () => crypto.randomUUID();

  test.each(PATTERNS.map(({ key }) => key))(
    '%s can be saved as it is, with the school’s own quiz, project and plan',
    (key) => {
      const choices = { quizIds: ['q'], projectIds: ['p'], paymentModelIds: ['m'] };
      for (const config of [processFromPattern(key, newId), processFromPattern(key, newId, choices)]) {
        const checked = checkConfig(config);
        expect(checked.ok && JSON.stringify(checked.value)).toBe(JSON.stringify(config));
      }
      const config = processFromPattern(key, newId, choices);
      const truth = truthsOf(config, fieldWords(config), []);
      expect(conditionsOf(config).map((place) => truth(place).whole)).toEqual(conditionsOf(config).map(() => null));
    },
  );

  test('has the steps that its name says', () => {
    expect(
      PATTERNS.map(({ key }) => processFromPattern(key, newId).applicationDetailsSteps.map(({ title }) => title)),
    ).toEqual([
      [],
      ['About you', 'Interview'],
      ['About you', 'Quiz', 'Interview'],
      ['About you', 'Quiz', 'Project', 'Interview', 'Payment plan'],
    ]);
  });
});

describe('before something is deleted', () => {
  test('its conditions and columns are known, and what happens to its field', () => {
    const track = dependantsOf(CONFIG, ['applicationDetailsSteps', 0, 'configuration', 'fields', 0]);
    expect(track).toMatchObject({ names: [], staffOnly: ['track'], columns: [0] });
    expect(track.conditions.map(({ step, purpose }) => [step, purpose])).toEqual([[1, 'visibility']]);
  });

  test('a field that another step asks is not missed', () => {
    expect(dependantsOf(CONFIG, ['applicationDetailsSteps', 0, 'configuration', 'fields', 1])).toEqual({
      names: [],
      staffOnly: [],
      conditions: [],
      columns: [],
    });
  });

  test('conditions inside a step go with it', () => {
    expect(dependantsOf(CONFIG, ['applicationDetailsSteps', 1]).conditions).toEqual([]);
    expect(dependantsOf(CONFIG, ['applicationDetailsSteps', 0]).conditions).toHaveLength(1);
  });

  test('an option is missed by conditions that compare with it', () => {
    const path = ['applicationDetailsSteps', 0, 'configuration', 'fields', 0, 'options'];
    expect(dependantsOf(CONFIG, [...path, 1]).conditions).toHaveLength(1);
    expect(dependantsOf(CONFIG, [...path, 0]).conditions).toEqual([]);
    expect(dependantsOf(CONFIG, ['fields', 1]).names).toEqual(['rating']);
  });
});

describe('the JSON text of a process', () => {
  const text = textOfConfig(CONFIG);
  const errorsIn = (changed: string) => checkText(changed).errors.map(({ line, field }) => [line, field]);

  test('leads back to the same config', () => {
    expect(JSON.stringify(checkText(text).config)).toBe(JSON.stringify(CONFIG));
    expect(checkText(text)).toMatchObject({ errors: [], unknown: [] });
  });

  test('names the line of each error', () => {
    expect(
      errorsIn(
        '{\n "label": "P",\n "applicationForm": {\n  "fields": [\n   {"name": "email", "label": "E",\n    "required": true},\n   {"name": "not ok", "label": ""}\n  ]\n }\n}',
      ),
    ).toEqual([[7, 'applicationForm.fields[1].name']]);
    expect(errorsIn('{"label": "P",\n"applicationForm": {"fields": []}}')).toEqual([[2, 'applicationForm.fields']]);
    expect(errorsIn('{"label": "P"}')).toEqual([[1, 'applicationForm']]);
  });

  test('names a missing member, which has no line of its own', () => {
    const messages = checkText(text.replace('"label"', '"lable"')).errors.map(({ message }) => message);
    expect(messages).toEqual(['label: This field is required.']);
  });

  test.each([
    ['{\n"label": "P",\n}', 3, '"}" where name is expected'],
    ['{"label": "P"', 1, 'the text ends where , or the end of the list or object is expected'],
    ['[1,\n2,\n\n]', 4, '"]" where value is expected'],
    ['{"a" 1}', 1, '"1" where : is expected'],
    ['{"a": tru}', 1, '"tru}" where value is expected'],
    ['{}\n{}', 2, '"{" where the end is expected'],
    ['', 1, 'the text ends where value is expected'],
    [']', 1, '"]" where value is expected'],
    ['{"a": "\n"}', 1, '"\\"\\n\\"}" where value is expected'],
    ["{'a': 1}", 1, `"'a': 1}" where name or } is expected`],
  ])('that is no JSON names the line: %j', (broken, line, words) => {
    const { errors, config } = checkText(broken);
    expect(config).toBeNull();
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({ line, field: '' });
    expect(errors[0]?.message).toContain(words);
  });

  test('is understood exactly where the platform understands it', () => {
    const part = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"\\u00e9"',
      '"\\U0"',
      '1',
      '-0.5E+3',
      '01',
      '.5',
      'true',
      'True',
      'null',
      ' ',
      '\n',
      '\u00a0',
      '"\u007f"',
      '"',
    );
    const texts = fc.oneof(
      fc.json(),
      fc.array(part, { maxLength: 8 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(texts, (some) => {
        const isJson = () => {
          try {
            JSON.parse(some);
            return true;
          } catch {
            return false;
          }
        };
        const { errors } = checkText(some);
        expect(errors.some(({ message }) => message.includes(' is expected'))).toBe(!isJson());
      }),
    );
  });

  test('says which members a save leaves out, and at which line', () => {
    const changed = text
      .replace('"label": "P",', '"label": "P",\n  "colour": "red",')
      .replace('"_id": "b",', '"_id": "b",\n"a.b": {},');
    const { config, unknown } = checkText(changed);
    expect(unknown.map(({ line, message }) => [line, message])).toEqual([
      [3, '"colour" is not part of a process.'],
      [changed.split('\n').findIndex((one) => one.includes('a.b')) + 1, '"b" is not part of a process.'],
    ]);
    expect(config).toHaveProperty('colour', 'red');
  });

  test('that gives a name twice in one object is refused, because one of the two values would be lost', () => {
    const changed = text.replace('"label": "P",', '"label": "P",\n"\\u006cabel": "Q",');
    expect(checkText(changed)).toEqual({
      config: null,
      errors: [{ line: 3, message: '"label" appears twice in the same object. Remove one of them.', field: '' }],
      unknown: [],
    });
    expect(checkText(`{${'"a":1,'.repeat(100_000)}"a":1}`).errors).toHaveLength(100);
  });

  test('maps each place of the process to where it is written, and the outer brackets to none', () => {
    const { spanOf, fieldAt } = textPlaces(text);
    const written = (field: string) => text.slice(spanOf(field)?.from, spanOf(field)?.to);
    expect(JSON.parse(written('applicationDetailsSteps[1]'))).toEqual(CONFIG.applicationDetailsSteps[1]);
    expect(written('applicationDetailsSteps[0].title')).toBe('"title": "About"');
    expect(written('applicationDetailsSteps[0].subtitle')).toBe(written('applicationDetailsSteps[0]'));
    expect(spanOf('colour')).toBeNull();
    const at = (words: string, plus = 0) => fieldAt(text.indexOf(words) + plus);
    expect(at('"City"', 3)).toBe('applicationDetailsSteps[0].configuration.fields[1].label');
    expect(at('    {\n      "_id": "b"'), 'the spaces before it').toBe('applicationDetailsSteps[1]');
    expect([fieldAt(0), fieldAt(text.length)]).toEqual(['', '']);
    const broken = textPlaces(text.slice(0, text.indexOf('"More"') + 3));
    expect(broken.fieldAt(text.indexOf('"More"'))).toBe('applicationDetailsSteps[1].title');
  });

  test('of a very deep or long text is checked', () => {
    expect(checkText('['.repeat(100_000)).errors).toHaveLength(1);
    expect(checkText(`{"label": "${'x'.repeat(900_000)}"}`).errors.length).toBeGreaterThan(0);
  });
});

test('a config is the same after the editor, with unknown members and in their order', () => {
  const extras = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 });
  const shuffled = (object: object, from: number) => {
    const entries = Object.entries(object);
    return Object.fromEntries([...entries.slice(from % entries.length), ...entries.slice(0, from % entries.length)]);
  };
  fc.assert(
    fc.property(extras, extras, fc.nat(10), fc.nat(10), (outer, inner, turn, other) => {
      const [about, more] = CONFIG.applicationDetailsSteps;
      const steps = [shuffled({ ...inner, ...about }, other), more];
      const made: unknown = shuffled({ ...outer, ...CONFIG, applicationDetailsSteps: steps }, turn);
      const config = JSON.parse(JSON.stringify(made)) as ProcessConfig;
      expect(checkConfig(config).ok).toBe(true);
      const start = startHistory(config);
      expect(start.text).toBe(JSON.stringify(config));
      const edited = record(start, change(config, ['applicationDetailsSteps', 0], 'title', 'Other'));
      const back = change(edited.config, ['applicationDetailsSteps', 0], 'title', 'About');
      expect(record(edited, { ...back, key: undefined }).text).toBe(start.text);
      expect(undo(edited)?.history.text).toBe(start.text);
      expect(JSON.stringify(checkText(textOfConfig(config)).config)).toBe(start.text);
    }),
  );
});

test('a field is personal unless it is a choice that is not marked as personal', () => {
  const marked = change(
    CONFIG,
    ['applicationDetailsSteps', 0, 'configuration', 'fields', 0],
    'isPersonal',
    true,
  ).config;
  const names = ['track', 'city', 'email', 'rating', 'unknown'];
  expect(names.map((name) => isPersonalField(name, CONFIG))).toEqual([false, true, true, true, true]);
  expect(isPersonalField('track', marked)).toBe(true);
});
