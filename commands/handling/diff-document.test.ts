import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TEXTS } from '../../domain/text/texts.ts';
import { isEqual } from '../../domain/values/is-equal.ts';
import { MOST_MS, threadTimeOf } from '../../test/support/thread-time.ts';
import { applyChanges, diffDocument, type FieldShapes, type JsonObject, rejectConflicts } from './diff-document.ts';

const FIELDS: FieldShapes = {
  name: 'value',
  note: 'value',
  form: { object: { title: 'value', fields: { list: { key: 'name', isOrdered: true } } } },
  steps: { list: { key: '_id', item: { title: 'value', subtitle: 'value' }, isOrdered: true } },
};
const diff = (payload: JsonObject, base: JsonObject | undefined, current: JsonObject = base ?? {}) =>
  diffDocument({ base, current, payload, fields: FIELDS });
const step = (_id: string, title = _id) => ({ _id, title });

describe('a field', () => {
  test('that is absent is unchanged; null clears; an unknown one is ignored', () => {
    const base = { name: 'June', note: 'x' };
    expect(diff({}, base).changes).toEqual([]);
    expect(diff({ note: null, version: 3, colour: 'red' }, base).changes).toEqual([
      { kind: 'set', field: 'note', before: 'x', value: null },
    ]);
    expect(diff({ note: null }, { name: 'June' }).changes).toEqual([]);
  });

  test('changed only by the other side keeps their value', () => {
    expect(diff({ name: 'June', note: 'y' }, { name: 'June', note: 'x' }, { name: 'July', note: 'x' })).toEqual({
      changes: [{ kind: 'set', field: 'note', before: 'x', value: 'y' }],
      conflicts: [],
    });
  });

  test('changed by both conflicts, unless both values are equal', () => {
    expect(diff({ name: 'July' }, { name: 'June' }, { name: 'May' }).conflicts).toEqual(['name']);
    expect(diff({ name: 'July' }, { name: 'June' }, { name: 'July' })).toEqual({ changes: [], conflicts: [] });
  });

  test('inside another is compared separately', () => {
    const base = { form: { title: 'a', fields: [{ name: 'city', label: 'City' }] } };
    const mine = { form: { title: 'b', fields: [{ name: 'city', label: 'City' }] } };
    const theirs = { form: { title: 'a', fields: [{ name: 'city', label: 'Town' }] } };
    const { changes, conflicts } = diff(mine, base, theirs);
    expect(conflicts).toEqual([]);
    expect(applyChanges(theirs, changes, FIELDS)).toEqual({
      form: { title: 'b', fields: [{ name: 'city', label: 'Town' }] },
    });
    expect(diff(mine, base, { form: { ...base.form, title: 'c' } }).conflicts).toEqual(['form.title']);
  });
});

describe('a list', () => {
  const base = { steps: [step('a'), step('b')] };

  test('loses elements of the base that are missing, and gains unknown ones', () => {
    const { changes } = diff({ steps: [step('b'), { title: 'new' }] }, base);
    expect(changes).toEqual([
      { kind: 'remove', field: 'steps', id: 'a', element: step('a') },
      { kind: 'add', field: 'steps', element: { title: 'new' }, index: 1 },
    ]);
  });

  test('keeps what the other side has added', () => {
    const current = { steps: [step('a'), step('b'), step('theirs')] };
    const { changes, conflicts } = diff({ steps: [step('a'), step('b')] }, base, current);
    expect({ changes, conflicts }).toEqual({ changes: [], conflicts: [] });
  });

  test('does not restore what the other side deleted, and conflicts if it was changed here', () => {
    const current = { steps: [step('b')] };
    expect(diff(base, base, current)).toEqual({ changes: [], conflicts: [] });
    expect(diff({ steps: [step('a', 'better'), step('b')] }, base, current).conflicts).toEqual(['steps.a']);
  });

  test('conflicts where one deletes what the other has changed', () => {
    const current = { steps: [step('a', 'better'), step('b')] };
    expect(diff({ steps: [step('b')] }, base, current).conflicts).toEqual(['steps.a']);
    const noted = { steps: [{ ...step('a'), editedBy: 'them' }, step('b')] };
    expect(diff({ steps: [step('b')] }, base, noted), 'a member that is not compared').toMatchObject({
      changes: [{ kind: 'remove', id: 'a' }],
      conflicts: [],
    });
  });

  test('is compared by the first of several elements with one key', () => {
    const twins = { steps: [step('a', 'first'), step('a', 'second')] };
    const payload = { steps: [step('a', 'first')] };
    const fields: FieldShapes = { steps: { list: { key: '_id' } } };
    expect(diffDocument({ base: twins, current: twins, payload, fields }).changes).toEqual([]);
  });

  test('names the member that both have changed', () => {
    const current = { steps: [step('a', 'theirs'), step('b')] };
    expect(diff({ steps: [step('a', 'mine'), step('b')] }, base, current).conflicts).toEqual(['steps.a.title']);
  });

  test('only grows without a version', () => {
    const current = { steps: [step('a'), step('b')] };
    expect(diff({ steps: [{ title: 'new' }] }, undefined, current).changes).toEqual([
      { kind: 'add', field: 'steps', element: { title: 'new' }, index: 0 },
    ]);
  });

  test('inside an object or an element also only grows without a version', () => {
    const list = { list: { key: '_id' } };
    const shapes = { form: { object: { fields: list } }, steps: { list: { key: '_id', item: { parts: list } } } };
    const holding = (...ids: string[]) => {
      const elements = ids.map((_id) => ({ _id }));
      return { form: { fields: elements }, steps: [{ _id: 's', parts: elements }] };
    };
    const current = holding('a');
    const { changes } = diffDocument({ current, payload: holding('b'), fields: shapes });
    expect(applyChanges(current, changes, shapes)).toEqual(holding('b', 'a'));
  });

  test('is reordered, unless both did so differently', () => {
    const three = { steps: [step('a'), step('b'), step('c')] };
    const mine = { steps: [step('c'), step('a'), step('b')] };
    const { changes } = diff(mine, three);
    expect(applyChanges(three, changes, FIELDS)).toEqual(mine);
    expect(diff(mine, three, { steps: [step('b'), step('a'), step('c')] }).conflicts).toEqual(['steps']);
    expect(diff(mine, three, mine), 'both in the same way').toEqual({ changes: [], conflicts: [] });
  });
});

const text = fc.constantFrom('', 'x', 'y', 'z');
const optional = fc.option(text, { nil: null });
const steps = fc.uniqueArray(fc.record({ _id: fc.constantFrom('a', 'b', 'c', 'd'), title: text, subtitle: optional }), {
  selector: ({ _id }) => _id,
});
const fields = fc.uniqueArray(fc.record({ name: fc.constantFrom('p', 'q', 'r'), label: text }), {
  selector: ({ name }) => name,
});
const documents: fc.Arbitrary<JsonObject> = fc.record({
  name: optional,
  note: optional,
  form: fc.record({ title: text, fields }),
  steps,
});

test('a PUT of exactly what was read changes nothing, whatever has happened since', () => {
  fc.assert(
    fc.property(documents, documents, (read, current) => {
      expect(diff(read, read, current)).toEqual({ changes: [], conflicts: [] });
    }),
  );
});

test('a single editor gets exactly what they sent', () => {
  fc.assert(
    fc.property(documents, documents, (read, wanted) => {
      const { changes, conflicts } = diff(wanted, read);
      expect(conflicts).toEqual([]);
      expect(isEqual(applyChanges(read, changes, FIELDS), wanted)).toBe(true);
    }),
  );
});

function facts({ name, note, form, steps }: JsonObject): ReadonlyMap<string, unknown> {
  const { title, fields } = form as { title: string; fields: { name: string; label: string }[] };
  const all: [string, unknown][] = [
    ['name', name],
    ['note', note],
    ['form.title', title],
    ...fields.flatMap(({ name, label }): [string, unknown][] => [
      [`field ${name}`, true],
      [`field ${name} label`, label],
    ]),
    ...(steps as { _id: string; title: string; subtitle: string | null }[]).flatMap(
      ({ _id, title, subtitle }): [string, unknown][] => [
        [`step ${_id}`, true],
        [`step ${_id} title`, title],
        [`step ${_id} subtitle`, subtitle],
      ],
    ),
  ];
  return new Map(all.filter(([, value]) => value !== null));
}

test('a conflict names the field in words', () => {
  expect(rejectConflicts(['phoneNumber', 'laptop'])).toEqual({
    ok: false,
    rejection: {
      code: 'conflict',
      message: TEXTS.documents.changedMeanwhile('the phone number and laptop'),
      errors: [
        { field: 'phoneNumber', message: TEXTS.documents.changedMeanwhile('the phone number') },
        { field: 'laptop', message: TEXTS.documents.changedMeanwhile('laptop') },
      ],
    },
  });
});

test('a conflict within a list names the kind of element, and no id', () => {
  const id = '39f1acb6-1a72-58df-aae8-672c3fb88c7a';
  const messageOf = (field: string) => {
    const refused = rejectConflicts([field]);
    if (refused.ok) throw new Error('A conflict was accepted');
    expect(refused.rejection.errors?.[0]?.field).toBe(field);
    return refused.rejection.message;
  };
  expect(messageOf(`questions.${id}.prompt`)).toBe(TEXTS.documents.changedMeanwhile('prompt of a question'));
  expect(messageOf(`questions.${id}`)).toBe(TEXTS.documents.changedMeanwhile('a question'));
  expect(messageOf(`questions.${id}.options.${id}.value`)).toBe(
    TEXTS.documents.changedMeanwhile('value of an option of a question'),
  );
  expect(messageOf(`applicationDetailsSteps.${id}.title`)).toBe(TEXTS.documents.changedMeanwhile('title of a step'));
  expect(messageOf('applicationForm.fields.city.label')).toContain('applicationForm.fields.city.label');
});

test('two editors of one version never lose an edit: it is stored or refused', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), documents, fc.nat()), { maxLength: 6 }), documents, (edits, first) => {
      const versions = [first];
      for (const [isFresh, wanted, back] of edits) {
        const current = versions.at(-1) as JsonObject;
        const base = isFresh ? current : (versions[back % versions.length] as JsonObject);
        const { changes, conflicts } = diff(wanted, base, current);
        if (conflicts.length > 0) continue;
        const next = applyChanges(current, changes, FIELDS);
        const [was, now, mine, after] = [base, current, wanted, next].map(facts);
        for (const path of new Set([...(was ?? []), ...(now ?? []), ...(mine ?? [])].map(([path]) => path))) {
          const iChanged = mine?.get(path) !== was?.get(path);
          const expected = iChanged ? mine?.get(path) : now?.get(path);
          expect([path, after?.get(path)]).toEqual([path, expected]);
        }
        versions.push(next);
      }
    }),
    { numRuns: 500 },
  );
});

/** Long enough that quadratic work takes seconds. */
const MANY = 8000;

describe('a list of many thousand elements', () => {
  const all = Array.from({ length: MANY }, (_, n) => step(`s${n}`));
  const base = { steps: all };
  const change = (payload: JsonObject) => applyChanges(base, diff(payload, base).changes, FIELDS);

  test.each<readonly [string, readonly JsonObject[]]>([
    ['is reversed', all.toReversed()],
    ['loses every other one', all.filter((_, n) => n % 2 === 0)],
    ['is replaced', all.map(({ _id }) => step(`new ${_id}`))],
    ['gains as many in between', all.flatMap((one) => [one, { title: 'new' }])],
    ['changes in each', all.map((one) => ({ ...one, title: 'other' }))],
  ])('takes no quadratic time when it %s', async (_, steps) => {
    expect(change({ steps }).steps).toEqual(steps);
    expect(await threadTimeOf(() => change({ steps }))).toBeLessThan(MOST_MS);
  });
});
