import { expect, test } from 'vitest';
import list from '../../../../commands/user/common-passwords.txt?raw';
import { strengthOf } from './password-strength.ts';

const common = list.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

test('no common password counts as good, with or without a capital', () => {
  expect(common.length).toBeGreaterThan(2_900);
  const dressed = (word: string) => [word, `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`];
  expect(common.flatMap(dressed).filter((word) => strengthOf(word) !== 'weak')).toEqual([]);
});

test.each([
  ['', 'short'],
  ['seven77', 'short'],
  ['🚢🚢🚢🚢', 'short'],
  ['aaaaaaaaaaaaaaaaaaaaaaaa', 'weak'],
  ['12345678901234567890', 'weak'],
  ['Manila2026!', 'weak'],
  ['correct horse battery', 'strong'],
  ['nanoseconds-of-wire', 'strong'],
  ['r7#Kw2!xV9', 'good'],
  ['r7#Kw2!xV9pb', 'strong'],
  ['kXwQvTzRbnMd', 'good'],
])('%j is %s', (password, strength) => {
  expect(strengthOf(password)).toBe(strength);
});
