import { expect, test } from 'vitest';
import { isEmail, normalizeEmail } from './email.ts';

test.each(['ada@example.org', ' Ada.Lovelace+1@mail.example.org ', 'josé@example.org', '李@例子.公司'])(
  '%j is an email address',
  (email) => {
    expect(isEmail(email)).toBe(true);
  },
);

test.each([
  ['dots in a row', 'ada..l@example.org'],
  ['a dot at the start', '.ada@example.org'],
  ['a dot at the end of the name', 'ada.@example.org'],
  ['dots in a row in the domain', 'ada@example..org'],
  ['a dot at the start of the domain', 'ada@.example.org'],
  ['a character that reverses the direction', 'ada\u202e@example.org'],
  ['a character without a width', 'a\u200bda@example.org'],
  ['a filler', 'ada\u3164@example.org'],
  ['a control character', 'ada\u0007@example.org'],
  ['255 characters', `${'a'.repeat(243)}@example.org`],
])('%s: no email address', (_what, email) => {
  expect(isEmail(email)).toBe(false);
});

test('254 characters are an email address', () => {
  expect(isEmail(`${'a'.repeat(242)}@example.org`)).toBe(true);
});

test('two encodings of one character compare equal', () => {
  expect(normalizeEmail(' JOSE\u0301@example.org')).toBe(normalizeEmail('jos\u00e9@example.org '));
});
