import { expect, test } from 'vitest';
import { type PictureRule, pictureFault, pictureRuleInWords } from './picture-rules.ts';

const rule = (shape: PictureRule['shape']): PictureRule => ({ least: { width: 64, height: 64 }, shape });

test.each([
  ['square', 512, 512, null],
  ['square', 512, 510, null],
  ['square', 512, 300, 'This picture is 512 × 300 px. Choose a square one.'],
  ['square', 32, 32, 'This picture is 32 × 32 px. Choose one of at least 64 × 64 px.'],
  ['wide', 300, 100, null],
  ['wide', 100, 300, 'This picture is 100 × 300 px. Choose one that is wider than it is tall.'],
  ['any', 100, 300, null],
  ['any', 100, 63, 'This picture is 100 × 63 px. Choose one of at least 64 × 64 px.'],
] as const)('a %s picture of %i × %i px', (shape, width, height, fault) => {
  expect(pictureFault(rule(shape), { width, height })).toBe(fault);
});

test('the rule is said before a file is chosen', () => {
  expect(pictureRuleInWords(rule('square'))).toBe('PNG, JPEG, GIF or WebP, square, at least 64 × 64 px, under 2 MB.');
});
