import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test('the 3,000 most common passwords that are long enough are refused, in any case', () => {
  const lines = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8').split('\n');
  const passwords = lines.filter((line) => line !== '' && !line.startsWith('#'));
  expect(new Set(passwords).size).toBe(3_000);
  expect(passwords.filter((password) => password.length < 8)).toEqual([]);
  expect(passwords.every((password) => isCommonPassword(password.toUpperCase()))).toBe(true);
});

test('others are accepted, and lines of the licence above the list are not entries', () => {
  for (const password of ['learn-by-building', '# password', '#', '']) expect(isCommonPassword(password)).toBe(false);
});
