import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { OPERATOR } from '../../test/support/specification.ts';
import { decideAll } from '../event-sourcing/aggregate.ts';
import { type ConfiguredCommand, configuredDocument, configuredEvents } from './configured-document.ts';
import { optionalText, required, requiredText } from './field-rules.ts';

const LABELS = z.object({ name: z.string(), colour: z.string().nullable(), weight: z.number() });
type Label = z.infer<typeof LABELS>;
const BLANK: Label = { name: '', colour: null, weight: 1 };

const label = configuredDocument<'Label', Label>('label', 'Label', {
  blank: BLANK,
  rules: {
    name: requiredText('Name'),
    colour: optionalText(),
    weight: required<number>('Weight', (weight) => weight > 0, 'Too light.'),
  },
  check: ({ colour, weight }, before) =>
    colour === 'invisible' && weight > 5 ? [{ field: 'colour', message: before ? 'Not any more.' : 'Too heavy.' }] : [],
  whyKept: ({ name }, usedBy) => (usedBy.length > 0 ? `${name} is on ${usedBy.join(', ')}.` : null),
});

const context = { at: '2026-03-01T09:00:00.000Z', actor: OPERATOR, newId: (text: string) => text };
const decide = (...commands: ConfiguredCommand<Label>[]) => {
  const decided = decideAll(label, commands, label.initial, context);
  return decided.ok ? decided.value.events : decided.rejection;
};
const create = (details: Partial<Record<keyof Label, unknown>>): ConfiguredCommand<Label> => ({
  type: 'Create',
  data: { organizationId: 'org', details: details as Partial<Label> },
});
const change = (changes: Partial<Record<keyof Label, unknown>>): ConfiguredCommand<Label> => ({
  type: 'Change',
  data: { changes: changes as Partial<Label> },
});
const remove = (...usedBy: string[]): ConfiguredCommand<Label> => ({ type: 'Delete', data: { usedBy } });

test('a new document holds the given values, cleaned, and defaults', () => {
  expect(decide(create({ name: ' Red ', colour: null }))).toEqual([
    { type: 'LabelCreated', data: { organizationId: 'org', details: { ...BLANK, name: 'Red' } } },
  ]);
});

test('a required field is refused without a value, by name', () => {
  expect(decide(create({}))).toMatchObject({ code: 'refused', errors: [{ field: 'name' }] });
  expect(decide(create({ name: 'Red', weight: -1 }))).toMatchObject({ message: 'Too light.' });
  expect(decide(create({ name: 'Red' }), change({ weight: null }))).toMatchObject({ errors: [{ field: 'weight' }] });
});

test('fields are also checked against each other and against their former values', () => {
  expect(decide(create({ name: 'Red', colour: 'invisible', weight: 6 }))).toMatchObject({ message: 'Too heavy.' });
  expect(decide(create({ name: 'Red', weight: 6 }), change({ colour: 'invisible' }))).toMatchObject({
    message: 'Not any more.',
  });
});

test('a change holds only what differs; without a difference there is no event', () => {
  const red = create({ name: 'Red', colour: 'red' });
  expect(decide(red, change({ name: 'Red', colour: null }))).toMatchObject([
    {},
    { type: 'LabelChanged', data: { changes: { colour: null } } },
  ]);
  expect(decide(red, change({ name: ' Red ', weight: 1 }))).toHaveLength(1);
});

test('a document in use cannot be deleted; a deleted one stays readable', () => {
  const red = create({ name: 'Red' });
  expect(decide(red, remove('the door'))).toMatchObject({ code: 'refused', message: 'Red is on the door.' });
  expect(decide(red, remove(), remove())).toMatchObject([{}, { type: 'LabelDeleted' }]);
  expect(decide(red, remove(), change({ name: 'Blue' }))).toMatchObject({ code: 'not-found' });
  expect(decide(red, remove(), red)).toMatchObject({ code: 'conflict' });
  expect(decide(remove())).toMatchObject({ code: 'not-found' });
  expect(decide(change({ name: 'Blue' }))).toMatchObject({ code: 'not-found' });
  const decided = decideAll(label, [red, remove()], label.initial, context);
  expect(decided).toMatchObject({ value: { state: { kind: 'deleted', details: { name: 'Red' } } } });
});

test('every command is repeatable in every reachable state', () => {
  const command = fc.oneof(
    fc.record({ name: fc.string(), colour: fc.option(fc.string()) }).map(create),
    fc.record({ weight: fc.integer() }).map(change),
    fc.constant(remove()),
  );
  fc.assert(
    fc.property(fc.array(command, { maxLength: 8 }), command, (before, last) => {
      const state = before.reduce((current, next) => {
        const decided = decideAll(label, [next], current, context);
        return decided.ok ? decided.value.state : current;
      }, label.initial);
      const once = decideAll(label, [last], state, context);
      if (!once.ok || last.type === 'Create') return;
      expect(decideAll(label, [last], once.value.state, context)).toMatchObject({ ok: true, value: { events: [] } });
    }),
  );
});

test('the events of a kind have its name and its fields', () => {
  const events = configuredEvents('Label', LABELS, { document: 'webhook' });
  expect(events.map(({ type }) => type)).toEqual(['LabelCreated', 'LabelChanged', 'LabelDeleted']);
  expect(events[1].data.parse({ changes: { colour: null } })).toEqual({ changes: { colour: null } });
  expect(events[0].data.safeParse({ organizationId: 'org', details: { name: 'Red' } }).success).toBe(false);
});
