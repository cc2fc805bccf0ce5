import { expect, test } from 'vitest';
import { type EntryGroup, foundIn } from './entries.ts';

const entry = (label: string, more: object = {}) => ({ id: label, label, target: '/', ...more });
const GROUPS: readonly EntryGroup[] = [
  { label: 'Actions', isShownFirst: true, entries: [entry('New batch', { keywords: 'create add' }), entry('Log out')] },
  { label: 'Batches', entries: [entry('Rebatching'), entry('École June'), entry('Batch July', { detail: 'Open' })] },
];
const found = (search: string) =>
  foundIn(GROUPS, search).map(({ label, entries }) => [label, ...entries.map((one) => one.label)]);

test('before anything is typed, only the groups that are shown first appear', () => {
  expect(found('  ')).toEqual([['Actions', 'New batch', 'Log out']]);
});

test.each([
  [
    'batch',
    [
      ['Actions', 'New batch'],
      ['Batches', 'Batch July', 'Rebatching'],
    ],
  ],
  ['ECOLE', [['Batches', 'École June']]],
  ['jul bat', [['Batches', 'Batch July']]],
  ['open', [['Batches', 'Batch July']]],
  ['create b', [['Actions', 'New batch']]],
  ['batch nothing', []],
])('%j finds words that begin so before others', (search, expected) => {
  expect(found(search)).toEqual(expected);
});

test('a group shows at most six', () => {
  const many: EntryGroup = { label: 'Many', entries: Array.from({ length: 9 }, (_, n) => entry(`Item ${n}`)) };
  expect(foundIn([many], 'item')[0]?.entries).toHaveLength(6);
});
