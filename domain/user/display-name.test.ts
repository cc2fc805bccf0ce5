import { expect, test } from 'vitest';
import { TEXTS } from '../text/texts.ts';
import { callAmong, DISPLAY_NAME_LIMIT, displayNameOf, lookOf } from './display-name.ts';

const { nameTooLong, nameIsEmail, nameInvalid, nameReserved } = TEXTS.accounts;
const nameFrom = (typed: string) => {
  const checked = displayNameOf(typed);
  return checked.ok ? checked.value : checked.rejection.message;
};

test.each([
  ['Mia Chen', 'Mia Chen'],
  ['  Mia \t\u00a0Chen ', 'Mia Chen'],
  ['', null],
  ['\u3000', null],
  ["Sinéad O'Connor-Ní Dhálaigh", "Sinéad O'Connor-Ní Dhálaigh"],
  ['Dr. Gal·la Ŝmit, Jr.', 'Dr. Gal·la Ŝmit, Jr.'],
  ['Мия Ченкова', 'Мия Ченкова'],
  ['Мия Chen', 'Мия Chen'],
  ['محمد علي', 'محمد علي'],
  ['प्रिया शर्मा', 'प्रिया शर्मा'],
  ['山田 花子', '山田 花子'],
  ['Ｍｉａ Ｃｈｅｎ', 'Mia Chen'],
  ['𝐌𝐢𝐚 Chen', 'Mia Chen'],
  ['x'.repeat(DISPLAY_NAME_LIMIT), 'x'.repeat(DISPLAY_NAME_LIMIT)],
])('%j is the name %j', (typed, name) => {
  expect(nameFrom(typed)).toBe(name);
});

test.each([
  ['x'.repeat(DISPLAY_NAME_LIMIT + 1), nameTooLong(DISPLAY_NAME_LIMIT)],
  ['ﷺ'.repeat(4), nameTooLong(DISPLAY_NAME_LIMIT)],
  ['mia@school.example', nameIsEmail],
  ['mia＠school.example', nameIsEmail],
  ['Mia\u0000Chen', nameInvalid],
  ['\u13AAnna', nameInvalid],
  ['\uA4EEnna', nameInvalid],
  ['Gre\u0261or', nameInvalid],
  ['Mia \u202Enehc', nameInvalid],
  ['Mia\u200BChen', nameInvalid],
  ['Mia\u2066Chen', nameInvalid],
  ['Mia\u3164Chen', nameInvalid],
  ['M\u0300\u0323\u0331\u0324\u0325ia', nameInvalid],
  ['Mia · 3 days ago', nameInvalid],
  ['Mia (Owner)', nameInvalid],
  ['=HYPERLINK', nameInvalid],
  ['<b>Mia</b>', nameInvalid],
  ['Mia ✔', nameInvalid],
  ['12', nameInvalid],
  ['Miа Chen', nameInvalid],
  ['You', nameReserved],
  ['the SYSTEM', nameReserved],
  ['Thé System.', nameReserved],
  ['Admin', nameReserved],
  ['Former member', nameReserved],
  ['API token Website', nameReserved],
])('%j is refused as a name', (typed, message) => {
  expect(nameFrom(typed)).toBe(message);
});

test.each([
  ['Mia Chen', 'mia  chen'],
  ['Mia Chen', 'Mía Chen'],
  ['Mia Chen', 'Mia-Chen.'],
  ['Мост', 'Moct'],
  ['Ada Lovelace', 'Ada LoveIace'],
  ['Bob 0', 'Bob O'],
  ['Arnold', 'Amold'],
])('readers take %j for %j', (name, other) => {
  expect(lookOf(name)).toBe(lookOf(other));
});

test('different names look different', () => {
  expect(lookOf('Mia Chen')).not.toBe(lookOf('Mia Chan'));
  expect(lookOf('山田')).not.toBe(lookOf('山本'));
});

const mia = { email: 'mia@school.example', name: 'Mia Chen' };
const ben = { email: 'ben@school.example', name: 'Ben Ito' };

test('a name is alone unless another member has one that looks like it', () => {
  const other = { email: 'm.chen@school.example', name: 'Mía Chen' };
  const nameless = { email: 'zoe@school.example', name: null };
  const call = callAmong([mia, other, ben, nameless]);
  expect([mia, other, ben, nameless].map(({ email }) => call(email))).toEqual([
    'Mia Chen (mia@school.example)',
    'Mía Chen (m.chen@school.example)',
    'Ben Ito',
    'zoe@school.example',
  ]);
});

test('nor if the applicant on the screen has such a name', () => {
  const call = callAmong([mia, ben], ['mia chen']);
  expect([call(mia.email), call(ben.email)]).toEqual(['Mia Chen (mia@school.example)', 'Ben Ito']);
});

test('people who are no members are called by email, and programs by their own name', () => {
  const call = callAmong([ben]);
  expect(call('x@else.example')).toBe('x@else.example');
  expect(call('API token Website')).toBe('API token Website');
  expect([call(null), call(undefined)]).toEqual([null, null]);
  expect(callAmong([])('x@else.example')).toBe('x@else.example');
});
