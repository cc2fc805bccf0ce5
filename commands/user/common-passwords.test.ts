import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

/** Of ranks 20,000 to 110,000 in the list of its source. */
const RARE = ['12071997', 'smokey212', 'binky111', 'passtong'];

const file = (name: string) => readFileSync(new URL(name, import.meta.url));

test('the most common passwords that are long enough are refused, in any case', () => {
  const lines = file('./common-passwords.txt').toString().split('\n');
  const passwords = lines.filter((line) => line !== '' && !line.startsWith('#'));
  expect(new Set(passwords).size).toBe(3_000);
  expect(passwords.filter((password) => password.length < 8)).toEqual([]);
  expect(passwords.every((password) => isCommonPassword(password.toUpperCase()))).toBe(true);
  for (const rare of RARE) expect(isCommonPassword(rare), rare).toBe(true);
});

test('more than 100,000 are known, in less than 500 kB', () => {
  const { length } = file('./common-passwords.bin');
  expect(length).toBeLessThan(500_000);
  expect((length - 65_536) / 3).toBeGreaterThan(100_000);
});

test('no other password is refused: none of 200,000, where one in a million may be', () => {
  const others = Array.from({ length: 200_000 }, (_, n) => `a password of nobody, number ${n}`);
  expect([...others, 'learn-by-building', '# password', '#', ''].filter(isCommonPassword)).toEqual([]);
});
