import { expect, test } from 'vitest';
import { formatSize, isStoredFile, shortFileName } from './files.ts';

test.each([
  ['exactly-22-letters.pdf', 'exactly-22-letters.pdf'],
  ['exactly-23-letters-.pdf', 'exactly-23-l….pdf'],
  [`${'👩‍🚀'.repeat(9)}.pdf`, '👩‍🚀👩‍🚀👩‍🚀👩‍🚀….pdf'],
  ['🚢'.repeat(30), `${'🚢'.repeat(12)}…${'🚢'.repeat(4)}`],
])('%s is shown as %s', (name, shown) => expect(shortFileName(name)).toBe(shown));

test('sizes use decimal units', () => {
  expect([69, 1_500, 999_400, 999_600, 5_130_000].map(formatSize)).toEqual([
    '69 bytes',
    '2 kB',
    '999 kB',
    '1.0 MB',
    '5.1 MB',
  ]);
});

test('only an object that names a stored file is one', () => {
  expect(isStoredFile({ fileId: '1', fileName: 'cv.pdf' })).toBe(true);
  for (const other of [null, '', 'cv.pdf', [], { fileId: '1' }, { fileName: 'cv.pdf' }])
    expect(isStoredFile(other)).toBe(false);
});
