import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkConfig } from '../process/check-config.ts';
import type { Condition } from '../process/conditions.ts';
import type { FormField, ProcessConfig } from '../process/config.ts';
import {
  change,
  changeHeading,
  duplicate,
  duplicateProcess,
  type Edit,
  insert,
  insertAll,
  move,
  namesOf,
  newBlock,
  newField,
  newStep,
  relabel,
  remove,
  rename,
  renameOption,
} from './edits.ts';
import { type History, historyFromText, record, redo, seal, startHistory, textOfHistory, undo } from './history.ts';
import { kindAt, listAt, type Path, valueAt } from './tree.ts';

let ids = 0;
const newId = () => {
  ids += 1;
  return `id-${ids}`;
};

const shownWhen = (name: string, comparisonValue = 'Java'): Condition => ({
  logicalOperator: 'AND',
  terms: [{ target: 'FIELD', targetDetails: name, operator: 'Greater than or equal', comparisonValue }],
});

const CONFIG = {
  label: 'Full stack',
  requestSignup: true,
  fields: [
    { name: 'motivation', label: 'Motivation', dataType: 'paragraph', isAdminOnly: false },
    { name: 'rating', label: 'Rating', dataType: 'text', isAdminOnly: true },
  ],
  applicationForm: {
    title: 'Apply',
    fields: [
      { name: 'email', label: 'Email', dataType: 'email', required: true },
      { name: 'track', label: 'Track', dataType: 'select', required: true, options: ['Java', 'Web'] },
    ],
  },
  applicationDetailsSteps: [
    {
      _id: 'about',
      title: 'About you',
      colour: 'red',
      configuration: {
        title: '',
        fields: [
          { name: 'motivation', label: 'Motivation', dataType: 'paragraph', required: true },
          { name: 'rating', label: 'Rating', dataType: 'text', required: false },
        ],
      },
    },
    {
      _id: 'project',
      title: 'Project',
      visibilityCondition: shownWhen('motivation'),
      content: [
        { markdown: '# Hello', condition: shownWhen('repository') },
        { _id: 'b', markdown: 'Bye', condition: shownWhen('track') },
      ],
      configuration: {
        title: '',
        fields: [{ name: 'repository', label: 'Repository', dataType: 'text', required: false }],
      },
    },
  ],
} as const satisfies Record<string, unknown> as unknown as ProcessConfig;

const ABOUT: Path = ['applicationDetailsSteps', 0];
const PROJECT: Path = ['applicationDetailsSteps', 1];
const MOTIVATION: Path = [...ABOUT, 'configuration', 'fields', 0];
const noNames: ReadonlySet<string> = new Set();

describe('an edit', () => {
  test('names what it does and where, for undo', () => {
    const added = insert(CONFIG, ['applicationDetailsSteps'], 1, newStep(newId));
    expect([added.name, added.to]).toEqual(['add a step', ['applicationDetailsSteps', 1]]);
    const deleted = remove(CONFIG, MOTIVATION);
    expect([deleted.name, deleted.from]).toEqual(['delete Motivation', MOTIVATION]);
    expect(remove(CONFIG, [...PROJECT, 'content', 0]).name).toBe('delete Hello');
    expect(change(CONFIG, PROJECT, 'visibilityCondition', undefined).name).toBe('change the visibility of Project');
    expect(change(CONFIG, [], 'label', 'Evenings').name).toBe('change the name of the process');
    const two = [newField(CONFIG, 'text'), newField(CONFIG, 'select')];
    expect(insertAll(CONFIG, [...ABOUT, 'configuration', 'fields'], 0, two).name).toBe('add 2 questions');
  });

  test('that moves a question to another step keeps its name, and makes the form of a step without one', () => {
    const { config } = insert(CONFIG, ['applicationDetailsSteps'], 2, newStep(newId, { title: 'Last' }));
    const moved = move(config, MOTIVATION, ['applicationDetailsSteps', 2, 'configuration', 'fields'], 0);
    expect(moved.name).toBe('move Motivation');
    expect(valueAt(moved.config, moved.to)).toBe(valueAt(CONFIG, MOTIVATION));
    expect(moved.config.applicationDetailsSteps[0]?.configuration?.fields.map(({ name }) => name)).toEqual(['rating']);
    expect(moved.config.applicationDetailsSteps[1]).toBe(config.applicationDetailsSteps[1]);
  });

  test('that duplicates a step gives it an id and names of its own, and its rules point inside it', () => {
    const { config, to } = duplicate(CONFIG, PROJECT, newId);
    const copy = valueAt(config, to) as ProcessConfig['applicationDetailsSteps'][number];
    expect(to).toEqual(['applicationDetailsSteps', 2]);
    expect(copy.title).toBe('Project (copy)');
    expect(copy.configuration?.fields.map(({ name }) => name)).toEqual(['repository2']);
    expect(copy.visibilityCondition).toEqual(shownWhen('motivation'));
    expect(copy.content?.map(({ condition }) => condition)).toEqual([shownWhen('repository2'), shownWhen('track')]);
    const own = [copy._id, ...(copy.content ?? []).map(({ _id }) => _id)];
    expect(new Set([...own, 'project', 'b', undefined]).size).toBe(own.length + 3);
    expect(config.applicationDetailsSteps.slice(0, 2)).toEqual(CONFIG.applicationDetailsSteps);
  });

  test('that duplicates a question for admins hides the copy from applicants too', () => {
    const { config } = duplicate(CONFIG, ABOUT, newId, ['motivation2']);
    expect(config.applicationDetailsSteps[1]?.configuration?.fields.map(({ name }) => name)).toEqual([
      'motivation3',
      'rating2',
    ]);
    expect(config.fields.at(-1)).toEqual({ name: 'rating2', label: 'Rating', dataType: 'text', isAdminOnly: true });
    expect(config.fields).toHaveLength(3);
  });

  test('of the label names a new question until it is saved, and its rules and column follow', () => {
    const saved = new Set(['motivation']);
    expect(
      relabel(CONFIG, MOTIVATION, 'Why us?', saved).config.applicationDetailsSteps[0]?.configuration?.fields[0],
    ).toMatchObject({ name: 'motivation', label: 'Why us?' });
    const { config } = relabel(CONFIG, MOTIVATION, 'Why us?', noNames);
    expect(valueAt(config, MOTIVATION)).toMatchObject({ name: 'whyUs', label: 'Why us?' });
    expect(config.fields[0]).toMatchObject({ name: 'whyUs', label: 'Motivation' });
    expect(config.applicationDetailsSteps[1]?.visibilityCondition).toEqual(shownWhen('whyUs'));
    const chosen = rename(CONFIG, MOTIVATION, 'reason').config;
    expect(
      relabel(chosen, MOTIVATION, 'Why us?', noNames).config.applicationDetailsSteps[1]?.visibilityCondition,
    ).toEqual(shownWhen('reason'));
  });

  test('of the label never gives a new question the name of another step’s question', () => {
    const repository: Path = [...PROJECT, 'configuration', 'fields', 0];
    const { config } = relabel(CONFIG, repository, 'Motivation', noNames);
    expect(valueAt(config, repository)).toMatchObject({ name: 'motivation2', label: 'Motivation' });
    expect(valueAt(config, MOTIVATION)).toBe(valueAt(CONFIG, MOTIVATION));
    expect(config.applicationDetailsSteps[1]?.visibilityCondition).toEqual(shownWhen('motivation'));
  });

  test('of an option is followed by the conditions that compare with it', () => {
    const { config } = renameOption(CONFIG, ['applicationForm', 'fields', 1, 'options', 0], 'Java 25');
    expect(config.applicationForm.fields[1]?.options).toEqual(['Java 25', 'Web']);
    expect(config.applicationDetailsSteps[1]?.content?.[1]?.condition).toEqual(shownWhen('track', 'Java 25'));
    expect(config.applicationDetailsSteps[1]?.visibilityCondition).toEqual(shownWhen('motivation'));
  });

  test('puts a new member where a saved config has it, and keeps unknown ones', () => {
    const { config } = change(CONFIG, ABOUT, 'subtitle', 'Tell us');
    expect(Object.keys(config.applicationDetailsSteps[0] ?? {})).toEqual([
      '_id',
      'title',
      'colour',
      'subtitle',
      'configuration',
    ]);
    const checked = checkConfig(change(config, ABOUT, 'colour', undefined).config);
    expect(checked.ok && JSON.stringify(checked.value.applicationDetailsSteps[0])).toBe(
      JSON.stringify(change(config, ABOUT, 'colour', undefined).config.applicationDetailsSteps[0]),
    );
  });

  test('that duplicates a column creates a separate staff field, for the same people', () => {
    const track = { name: 'track', label: 'Track', dataType: 'select', isAdminOnly: true };
    const { config, to } = duplicate(insert(CONFIG, ['fields'], 0, track).config, ['fields', 0], newId, ['track2']);
    expect(to).toEqual(['fields', 1]);
    expect(config.fields.map(({ name }) => name)).toEqual(['track', 'track3', 'motivation', 'rating']);
    expect(config.fields[1]).toEqual({ ...track, name: 'track3', label: 'Track (copy)', dataType: 'text' });
  });

  test('of the heading of a step without questions creates its form, and an emptied heading removes it', () => {
    const { config } = insert(CONFIG, ['applicationDetailsSteps'], 2, newStep(newId, { title: 'Last' }));
    const last: Path = ['applicationDetailsSteps', 2];
    const made = changeHeading(config, last, 'About this');
    expect(valueAt(made.config, [...last, 'configuration'])).toEqual({ title: 'About this', fields: [] });
    expect(JSON.stringify(changeHeading(made.config, last, '').config)).toBe(JSON.stringify(config));
    expect(changeHeading(CONFIG, ABOUT, 'Us').config.applicationDetailsSteps[0]?.configuration).toMatchObject({
      title: 'Us',
      fields: [{ name: 'motivation' }, { name: 'rating' }],
    });
  });

  test('of a copied process leaves the original its ids', () => {
    const copy = duplicateProcess(CONFIG, newId);
    expect(copy.label).toBe('Full stack (copy)');
    const idsOf = ({ applicationDetailsSteps }: ProcessConfig) =>
      applicationDetailsSteps.flatMap(({ _id, content }) => [
        _id,
        ...(content ?? []).flatMap(({ _id: id }) => id ?? []),
      ]);
    expect(idsOf(copy).filter((id) => idsOf(CONFIG).includes(id))).toEqual([]);
  });
});

/** Any edit at any place, chosen by three numbers. */
function anyEdit(config: ProcessConfig, kind: number, at: number, text: string): Edit {
  const lists: Path[] = [
    ['fields'],
    ['applicationForm', 'fields'],
    ['applicationDetailsSteps'],
    ...config.applicationDetailsSteps.flatMap((_, index): Path[] => [
      ['applicationDetailsSteps', index, 'configuration', 'fields'],
      ['applicationDetailsSteps', index, 'content'],
    ]),
  ];
  const pick = <Item>(items: readonly Item[], number: number) => items[number % items.length] as Item;
  const elements = lists.flatMap((list) => listAt(config, list).map((_, index): Path => [...list, index]));
  const element = pick(elements, at);
  const list = element.slice(0, -1);
  const alike = lists.filter((one) => kindAt(one) === kindAt(list));
  switch (kind % 6) {
    case 0: {
      const made = { step: newStep(newId, { title: text }), block: newBlock(newId, text) }[String(kindAt(list))];
      return insert(config, list, at % 3, made ?? { ...newField(config, 'text'), label: text });
    }
    case 1:
      return elements.length > 1 ? remove(config, element) : change(config, [], 'label', text);
    case 2:
      return move(config, element, pick(alike, at + kind), kind % 3);
    case 3:
      return duplicate(config, element, newId);
    case 4:
      return change(config, element, kindAt(element) === 'block' ? 'markdown' : 'title', text);
    default:
      return ['field', 'column'].includes(kindAt(element))
        ? relabel(config, element, text, noNames)
        : change(config, element, 'condition', shownWhen('track', text));
  }
}

test('n undos give the start to the byte and n redos the end, with saves and reloads between', () => {
  const step = fc.record({
    kind: fc.nat(60),
    at: fc.nat(60),
    text: fc.string({ unit: 'grapheme' }),
    isSealed: fc.boolean(),
  });
  const reload = (history: History) => historyFromText(textOfHistory(history)) as History;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), fc.nat(), (steps, reloadAt) => {
      const start = startHistory(CONFIG);
      const texts = [start.text];
      let history: History = start;
      for (const { kind, at, text, isSealed } of steps) {
        history = record(history, anyEdit(history.config, kind, at, text));
        if (isSealed) history = seal(history);
        if (history.past.length >= texts.length) texts.push(history.text);
        else texts[history.past.length] = history.text;
        if (at % 7 === 0) history = reload(history);
        expect(JSON.stringify(history.config)).toBe(history.text);
      }
      const end = history;
      const count = end.past.length;
      for (let left = count; left > 0; left -= 1) {
        history = (undo(history) as NonNullable<ReturnType<typeof undo>>).history;
        expect(JSON.stringify(history.config)).toBe(history.text);
        if (left === reloadAt % (count + 1)) history = reload(history);
      }
      expect(undo(history)).toBeNull();
      expect(history.text).toBe(start.text);
      for (let left = count; left > 0; left -= 1) {
        history = (redo(history) as NonNullable<ReturnType<typeof redo>>).history;
      }
      expect(redo(history)).toBeNull();
      expect(history.text).toBe(end.text);
      expect(JSON.stringify(history.config)).toBe(end.text);
    }),
    { numRuns: 200 },
  );
});

/** Every edit that the cards offer within an element, chosen by two numbers. */
function editWithin(config: ProcessConfig, whole: Path, kind: number, at: number, text: string): Edit {
  const below = (list: Path) => listAt(config, list).map((_, index): Path => [...list, index]);
  const questions = [...whole, 'configuration', 'fields'];
  const inner = kindAt(whole) === 'step' ? [...below([...whole, 'content']), ...below(questions)] : [];
  const path = [whole, ...inner][at % (inner.length + 1)] as Path;
  const options = below([...path, 'options']);
  const isField = ['field', 'column'].includes(kindAt(path));
  switch (kind % 6) {
    case 0:
      return isField ? relabel(config, path, text, noNames) : change(config, path, 'title', text);
    case 1:
      return isField ? rename(config, path, `own${at}`) : change(config, path, 'condition', shownWhen('track', text));
    case 2:
      return options[0]
        ? renameOption(config, options[at % options.length] ?? options[0], text)
        : change(config, path, 'details', text);
    case 3:
      return path === whole ? change(config, path, 'subtitle', text) : remove(config, path);
    case 4:
      return path === whole ? change(config, path, 'label', text) : move(config, path, path.slice(0, -1), kind % 2);
    default:
      return kindAt(whole) === 'step'
        ? insert(config, questions, 0, newField(config, 'select'))
        : change(config, path, 'required', true);
  }
}

test('a copy does not take the name of a deleted field that a rule still asks about', () => {
  const twice = duplicate(CONFIG, MOTIVATION, newId);
  const { name } = valueAt(twice.config, twice.to) as FormField;
  const asking = change(twice.config, PROJECT, 'visibilityCondition', shownWhen(name, 'Java')).config;
  const without = remove(asking, twice.to).config;
  const again = duplicate(without, MOTIVATION, newId);
  expect((valueAt(again.config, again.to) as FormField).name).not.toBe(name);
});

test('a copy has ids and names of its own, its rules point inside it, and no edit of it changes anything else', () => {
  const numbers = fc.record({ kind: fc.nat(60), at: fc.nat(60), text: fc.string({ unit: 'grapheme' }) });
  const askedTwice = insert(CONFIG, [...PROJECT, 'configuration', 'fields'], 0, valueAt(CONFIG, MOTIVATION)).config;
  const idsIn = (node: unknown) => [...JSON.stringify(node).matchAll(/"_id":"([^"]*)"/g)].map(([, id]) => id);
  const targetsIn = (node: unknown) =>
    [...JSON.stringify(node).matchAll(/"targetDetails":"([^"]*)"/g)].map(([, name]) => name);
  const namesIn = (node: unknown) => {
    const { name, configuration } = node as { name?: string; configuration?: { fields: readonly { name: string }[] } };
    return name === undefined ? (configuration?.fields ?? []).map((field) => field.name) : [name];
  };
  fc.assert(
    fc.property(
      fc.array(numbers, { maxLength: 6 }),
      fc.nat(),
      fc.array(numbers, { maxLength: 8 }),
      (first, at, later) => {
        const start = first.reduce(
          (config, { kind, at: where, text }) => anyEdit(config, kind, where, text).config,
          askedTwice,
        );
        const steps = listAt(start, ['applicationDetailsSteps']).map(
          (_, index): Path => ['applicationDetailsSteps', index],
        );
        const elements = [
          ...steps,
          ...listAt(start, ['fields']).map((_, index): Path => ['fields', index]),
          ...[['applicationForm'], ...steps.map((step) => [...step, 'configuration'])].flatMap((form) =>
            listAt(start, [...form, 'fields']).map((_, index): Path => [...form, 'fields', index]),
          ),
          ...steps.flatMap((step) =>
            listAt(start, [...step, 'content']).map((_, index): Path => [...step, 'content', index]),
          ),
        ];
        const path = elements[at % elements.length];
        if (!path) return;
        const { config, to } = duplicate(start, path, newId);
        const [original, copy] = [valueAt(start, path), valueAt(config, to)];
        expect(new Set(idsIn(copy)).isDisjointFrom(new Set(idsIn(start)))).toBe(true);
        expect(new Set(namesIn(copy)).isDisjointFrom(namesOf(start))).toBe(true);
        expect(namesIn(copy)).toHaveLength(namesIn(original).length);
        const inside = new Map(namesIn(original).map((name, index) => [name, namesIn(copy)[index]]));
        expect(targetsIn(copy)).toEqual(targetsIn(original).map((name) => inside.get(name ?? '') ?? name));

        const edited = later.reduce(
          (one, { kind, at: where, text }) => editWithin(one, to, kind, where, text).config,
          config,
        );
        const { config: rest } = remove(edited, to);
        expect({ ...rest, fields: rest.fields.slice(0, start.fields.length) }).toEqual(start);
      },
    ),
    { numRuns: 300 },
  );
});

describe('the history', () => {
  const typed = (history: History, ...labels: string[]) =>
    labels.reduce((before, label) => record(before, change(before.config, MOTIVATION, 'label', label)), history);

  test('takes back typed words at once, and names the change and its place', () => {
    const history = typed(startHistory(CONFIG), 'Motivation!', 'Motivation!!');
    expect(history.past).toHaveLength(1);
    expect(undo(history)).toMatchObject({ name: 'change the label of Motivation', place: [...MOTIVATION, 'label'] });
    expect(undo(history)?.history.text).toBe(startHistory(CONFIG).text);
    expect(typed(seal(typed(startHistory(CONFIG), 'A')), 'B').past).toHaveLength(2);
  });

  test('has no entry for what changes nothing, typing that ends where it began included', () => {
    expect(typed(startHistory(CONFIG), 'Motivation').past).toEqual([]);
    expect(typed(startHistory(CONFIG), 'Motivation!', 'Motivation').past).toEqual([]);
  });

  test('forgets the oldest changes of a very long session, and stays a draft that can be kept', () => {
    let history = startHistory(CONFIG);
    for (let count = 0; count < 300; count += 1) {
      history = seal(typed(history, `${count} ${'x'.repeat(1000)}`));
    }
    expect(history.past.length).toBeLessThanOrEqual(200);
    expect(textOfHistory(history).length).toBeLessThan(200_000);
    expect(undo(history)).not.toBeNull();
  });

  test('of a damaged draft is none', () => {
    expect(historyFromText('{"text":"{"')).toBeNull();
    expect(historyFromText('{"text":"{}","past":[{}],"future":[]}')).toBeNull();
  });

  test('keeps the identity of parts that undo leaves alone', () => {
    const deleted = record(startHistory(CONFIG), remove(CONFIG, MOTIVATION));
    const { config } = (undo(deleted) as NonNullable<ReturnType<typeof undo>>).history;
    expect(config.applicationDetailsSteps[1]).toBe(CONFIG.applicationDetailsSteps[1]);
  });
});

test('a question without a label is named by its number and step', () => {
  const list: Path = [...ABOUT, 'configuration', 'fields'];
  expect(insert(CONFIG, list, 2, newField(CONFIG, 'text')).name).toBe('add question 3 of About you');
  const first: Path = ['applicationForm', 'fields'];
  const blank = insert(CONFIG, first, 0, newField(CONFIG, 'text'));
  expect(blank.name).toBe('add question 1 of the application form');
  expect(change(blank.config, blank.to, 'label', 'City').name).toBe(
    'change the label of question 1 of the application form',
  );
});
