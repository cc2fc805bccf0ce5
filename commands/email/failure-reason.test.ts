import { describe, expect, test } from 'vitest';
import { MOST_MS, threadTimeOf } from '../../test/support/thread-time.ts';
import { withoutPersons } from './failure-reason.ts';

describe('a mail server’s answer is kept without people’s names and addresses', () => {
  test.each([
    ['550 <ada@mail.example>: no such user', [], '550 <…>: no such user'],
    ['Mailbox of ADA LOVELACE is full', ['Ada Lovelace'], 'Mailbox of … … is full'],
    ['Adamant: ada-1 (Ada)', ['ada'], 'Adamant: …-1 (…)'],
    ['İpek, ipek and IPEK', ['ipek'], 'İpek, … and …'],
    ["O'Neil's box", ["O'Neil"], "…'s box"],
    ['Zoë, Zoës 𝒵oë', ['zoë'], '…, Zoës 𝒵oë'],
    ['lovelace.ada Ada', ['ada', 'lovelace.ada'], '… …'],
  ])('%s', (text, persons, kept) => expect(withoutPersons(text, persons)).toBe(kept));
});

test('a long answer is cut so that it can be saved', () => {
  expect(withoutPersons(`5${'🦊'.repeat(300)}`, []).isWellFormed()).toBe(true);
});

test.each([
  ['letters', 'a'.repeat(65_536)],
  ['at signs', '@'.repeat(65_536)],
  ['names', 'ada '.repeat(16_384)],
])('64 kB of %s are read without delay', async (_, text) => {
  const read = () => {
    for (let n = 0; n < 10; n += 1) withoutPersons(text, ['ada', 'a'.repeat(200)]);
  };
  expect(await threadTimeOf(read)).toBeLessThan(MOST_MS);
});
