import { expect, test } from 'vitest';
import { byEmail, callAmong } from '../../../../domain/user/display-name.ts';
import { numberField } from '../forms/controls/number-field.ts';
import { switchField } from '../forms/controls/switch-field.tsx';
import { changesInWords, differencesBetween, linesOf, summaryOf, whoSaved } from './versions.ts';

const FIELDS = [
  { name: 'name', label: 'Name', dataType: 'text' },
  { name: 'capacity', label: 'Capacity', ...numberField({ most: 100 }) },
  { name: 'isShown', label: 'Embedding', ...switchField('Shown', 'Hidden') },
] as const;
const actor = { kind: 'user', id: 'mia', email: 'mia@example.com' } as const;
const version = (number: number, changes: { field: string; before: unknown; after: unknown }[]) => ({
  version: number,
  isFirst: number === 0,
  at: '2026-03-12T06:03:00.000Z',
  actor,
  changes,
});

test('lists the changes of a version, one line for each field', () => {
  const changes = [
    { field: 'name', before: 'Old', after: 'New' },
    { field: 'details', before: null, after: `a\n${'b'.repeat(300)}` },
  ];
  expect(changesInWords(version(1, changes), FIELDS)).toEqual([
    'Name from Old to New',
    `details from nothing to a ${'b'.repeat(198)}…`,
  ]);
});

test('a summary distinguishes versions of one minute', () => {
  const renamed = { field: 'name', before: 'Old', after: 'New' };
  const more = { field: 'capacity', before: 20, after: 30 };
  expect(summaryOf(version(1, [renamed]), FIELDS)).toBe('Name from Old to New');
  expect(summaryOf(version(2, [renamed, more]), FIELDS)).toBe('Name from Old to New and 1 more');
  expect(summaryOf(version(3, [{ ...renamed, after: 'b'.repeat(300) }]), FIELDS)).toHaveLength(61);
  expect(summaryOf(version(0, [renamed]), FIELDS)).toBe('created it');
});

test('an invisible change has no line', () => {
  expect(linesOf([{ field: 'name', before: null, after: '' }], FIELDS)).toEqual([]);
});

test('a change in a long text shows where it is', () => {
  const text = 'A sentence of the contract. '.repeat(40);
  const [line] = linesOf([{ field: 'name', before: `${text}Old end`, after: `${text}New end` }], FIELDS);
  expect(line).toMatch(/^Name from ….*contract\. Old end to ….*contract\. New end$/);
});

const HISTORY = [
  version(7, [{ field: 'name', before: 'B', after: 'A' }]),
  version(5, [
    { field: 'capacity', before: 20, after: 30 },
    { field: 'isShown', before: false, after: true },
  ]),
  version(2, [{ field: 'name', before: 'A', after: 'B' }]),
  version(0, [{ field: 'name', before: null, after: 'A' }]),
];

test('two versions differ in what all versions between them changed', () => {
  const between = (one: number, other: number) => linesOf(differencesBetween(HISTORY, one, other), FIELDS);
  expect(between(2, 7)).toEqual(['Capacity from 20 to 30', 'Embedding from Hidden to Shown', 'Name from B to A']);
  expect(between(7, 0), 'in either order, without what was changed back').toEqual([
    'Capacity from 20 to 30',
    'Embedding from Hidden to Shown',
  ]);
  expect(between(5, 5)).toEqual([]);
});

test('the first version lists no changes', () => {
  expect(changesInWords(version(0, [{ field: 'name', before: null, after: 'New' }]), FIELDS)).toEqual([]);
});

test("the reader's own versions say You", () => {
  expect(whoSaved(version(1, []), 'mia', byEmail)).toBe('You');
  expect(whoSaved(version(1, []), 'jun', byEmail)).toBe('mia@example.com');
  expect(whoSaved(version(1, []), 'jun', callAmong([{ email: 'mia@example.com', name: 'Mia Chen' }]))).toBe('Mia Chen');
  expect(whoSaved({ ...version(1, []), actor: { kind: 'system', id: null, email: null } }, 'mia', byEmail)).toBe(
    'The system',
  );
});
