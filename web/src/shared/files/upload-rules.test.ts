import { expect, test } from 'vitest';
import { FILE_LIMIT_BYTES } from '../../../../domain/file/media-types.ts';
import { ACCEPTED, readyToSend } from './upload-rules.ts';

const PDF = '%PDF-1.4\n';
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const padded = (size: number) => [PDF.padEnd(size, ' ')];

test.each([
  new File([PNG], 'me.PNG'),
  new File(['Dear school'], 'letter.txt'),
  new File(padded(FILE_LIMIT_BYTES - 1), 'cv.pdf'),
])('an allowed file is sent unchanged ($name)', async (file) =>
  expect(await readyToSend(file)).toEqual({ content: file, fileName: file.name, before: null }),
);

test.each([
  ['It is 2.1 MB.', new File(padded(FILE_LIMIT_BYTES), 'cv.pdf')],
  ['It is empty.', new File([], 'cv.txt')],
  ['We do not accept files of this type.', new File(['x'], 'run.exe')],
  ['We do not accept files of this type.', new File(['x'], 'cv')],
  ['We do not accept files of this type.', new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'me.svg')],
  ['Its content does not match its name, which ends with .pdf.', new File([PNG], 'cv.pdf')],
])('a file is refused before it is sent: %s', async (reason, file) => expect(await readyToSend(file)).toBe(reason));

test('the file input makes phones convert photos to JPEG', () => {
  const accepted = ACCEPTED.split(',');
  expect(accepted).toContain('image/jpeg');
  expect(accepted).toContain('.docx');
  expect(ACCEPTED).not.toMatch(/heic|svg/);
});
