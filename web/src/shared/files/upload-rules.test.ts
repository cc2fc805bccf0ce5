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
  ['a file of 2 MB', new File(padded(FILE_LIMIT_BYTES), 'cv.pdf')],
  ['an empty file', new File([], 'cv.txt')],
  ['an ending that is not taken', new File(['x'], 'run.exe')],
  ['no ending', new File(['x'], 'cv')],
  ['a picture that carries scripts', new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'me.svg')],
  ['a photo under another ending', new File([PNG], 'cv.pdf')],
])('%s is refused before it is sent', async (_, file) => expect(await readyToSend(file)).toBeNull());

test('the file input makes phones convert photos to JPEG', () => {
  const accepted = ACCEPTED.split(',');
  expect(accepted).toContain('image/jpeg');
  expect(accepted).toContain('.docx');
  expect(ACCEPTED).not.toMatch(/heic|svg/);
});
