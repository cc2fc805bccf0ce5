import { expect, test } from 'vitest';
import { formatSize, isStoredFile } from './files.ts';

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
