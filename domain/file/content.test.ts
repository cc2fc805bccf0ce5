import { describe, expect, test } from 'vitest';
import { SAMPLE_FILES } from '../../test/support/sample-files.ts';
import { hasContentOf } from './content.ts';
import { type Extension, extensionOf, MEDIA_TYPES } from './media-types.ts';

const EXTENSIONS = Object.keys(MEDIA_TYPES) as Extension[];
const ALSO: Partial<Record<Extension, readonly Extension[]>> = {
  jpg: ['jpeg'],
  jpeg: ['jpg'],
  docx: ['zip'],
  txt: ['csv'],
  csv: ['txt'],
};

describe('content and ending agree', () => {
  test.each(EXTENSIONS)('%s content is recognized as nothing else', (extension) => {
    const bytes = SAMPLE_FILES[extension];
    const taken = EXTENSIONS.filter((other) => hasContentOf(other, bytes));
    expect(taken.sort()).toEqual([extension, ...(ALSO[extension] ?? [])].sort());
  });

  test('empty, truncated and other content is none of them', () => {
    for (const extension of EXTENSIONS.filter((one) => one !== 'txt' && one !== 'csv')) {
      expect(hasContentOf(extension, new Uint8Array(0)), extension).toBe(false);
      expect(hasContentOf(extension, SAMPLE_FILES[extension].subarray(0, 2)), extension).toBe(false);
    }
    for (const text of [
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      '  <?xml version="1.0"?><svg/>',
      '<HTML>',
      '%PDF-1.7',
      '{\\rtf1',
    ]) {
      for (const extension of ['txt', 'csv', 'png'] as const) {
        expect(hasContentOf(extension, Buffer.from(text)), text).toBe(false);
      }
    }
  });

  test('an archive is judged by its directory only', () => {
    const lying = Buffer.from(SAMPLE_FILES.docx);
    const end = lying.lastIndexOf('PK\x05\x06', lying.length, 'latin1');
    lying.writeUInt16LE(65_535, end + 10);
    expect(hasContentOf('docx', lying)).toBe(false);
    lying.writeUInt32LE(0xffff_fff0, end + 16);
    expect(hasContentOf('zip', lying)).toBe(false);
  });
});

test.each([
  ['cv.PDF', 'pdf'],
  ['cv.pdf.exe', null],
  ['cv.svg', null],
  ['cv', null],
  ['.constructor', null],
  ['png', null],
  ['.png', 'png'],
])('%s ends in %s', (name, extension) => expect(extensionOf(name)).toBe(extension));
