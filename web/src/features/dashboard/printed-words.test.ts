import { expect, test } from 'vitest';
import { printedWords } from './printed-words.ts';

test('on paper, email addresses and sources may break at their signs only', () => {
  expect(printedWords('ines.cruz@applicant.example')).toEqual(['ines.', 'cruz@', 'applicant.', 'example']);
  expect(printedWords('From a Friend/Family/Alumni')).toEqual(['From a Friend/', 'Family/', 'Alumni']);
  expect(printedWords('Very good. Honest... Yes')).toEqual(['Very good. Honest... Yes']);
  expect(printedWords('')).toEqual(['']);
});
