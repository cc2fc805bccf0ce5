import { expect, test } from 'vitest';
import { gifHeader, jpegHeader, pngHeader, webpHeader } from '../../test/support/picture-headers.ts';
import { SAMPLE_FILES } from '../../test/support/sample-files.ts';
import { hasTooManyPixels, pictureSize } from './picture-size.ts';

test.each([
  ['PNG', pngHeader(30_000, 20_000), 30_000, 20_000],
  ['JPEG', jpegHeader(640, 480), 640, 480],
  ['GIF', gifHeader(64, 32), 64, 32],
  ['GIF with a larger frame', gifHeader(1, 1, { width: 60_000, height: 50_000 }), 60_000, 50_000],
  ['lossy WebP', webpHeader('VP8 ', 900, 300), 900, 300],
  ['lossless WebP', webpHeader('VP8L', 16_384, 9000), 16_384, 9000],
  ['extended WebP', webpHeader('VP8X', 70_000, 40_000), 70_000, 40_000],
  ['PNG of one pixel', SAMPLE_FILES.png, 1, 1],
])('the size of a %s', (_, bytes, width, height) => {
  expect(pictureSize(bytes)).toEqual({ width, height });
  for (let length = 0; length < Math.min(bytes.length, 40); length += 1) {
    expect(() => pictureSize(bytes.subarray(0, length)), String(length)).not.toThrow();
  }
});

test('a file without a size, or with an empty one, is no picture', () => {
  for (const bytes of [
    SAMPLE_FILES.pdf,
    SAMPLE_FILES.jpeg,
    pngHeader(0, 10),
    jpegHeader(10, 0),
    Buffer.from('\xff\xd8\xff\xff', 'latin1'),
  ]) {
    expect(pictureSize(bytes)).toBeNull();
  }
  expect(pictureSize(Buffer.alloc(2_000_000, 0xff).fill(0xd8, 1, 2))).toBeNull();
});

test('25 million pixels are the most', () => {
  expect(hasTooManyPixels({ width: 5000, height: 5000 })).toBe(false);
  expect(hasTooManyPixels({ width: 5001, height: 5000 })).toBe(true);
  expect(hasTooManyPixels({ width: 2 ** 32 - 1, height: 2 ** 32 - 1 })).toBe(true);
});
