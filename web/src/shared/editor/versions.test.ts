import { expect, test } from 'vitest';
import { changesInWords, whoSaved } from './versions.ts';

const FIELDS = [{ name: 'name', label: 'Name', dataType: 'text' }] as const;
const actor = { kind: 'user', id: 'mia', email: 'mia@example.com' } as const;
const version = (number: number, changes: { field: string; before: unknown; after: unknown }[]) => ({
  version: number,
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
    `details from nothing to a ${'b'.repeat(198)}`,
  ]);
});

test('the first version lists no changes', () => {
  expect(changesInWords(version(0, [{ field: 'name', before: null, after: 'New' }]), FIELDS)).toEqual([]);
});

test("the reader's own versions say You", () => {
  expect(whoSaved(version(1, []), 'mia')).toBe('You');
  expect(whoSaved(version(1, []), 'jun')).toBe('mia@example.com');
  expect(whoSaved({ ...version(1, []), actor: { kind: 'system', id: null, email: null } }, 'mia')).toBe('The system');
});
