import { expect, test } from 'vitest';
import type { KeptDraft } from './drafts.ts';
import { meet } from './meet-drafts.ts';

const [monday, tuesday] = ['2026-03-02T10:00:00.000Z', '2026-03-03T10:00:00.000Z'];
const here = (more: Partial<KeptDraft> = {}): KeptDraft => ({
  words: { city: 'Cebu' },
  typedAt: monday,
  seenAt: null,
  isSent: false,
  ...more,
});
const there = (city: string, savedAt = tuesday) => ({ words: { city }, savedAt });

test('words that nobody has here are taken from the account', () => {
  expect(meet(null, there('Davao'))).toEqual({ kind: 'take', instead: null });
  expect(meet(null, null)).toEqual({ kind: 'nothing' });
});

test('words that the account does not hold yet are sent', () => {
  expect(meet(here(), null)).toEqual({ kind: 'send' });
  expect(meet(here({ seenAt: monday }), there('Davao', monday))).toEqual({ kind: 'send' });
});

test('what was saved or thrown away elsewhere goes here, too', () => {
  expect(meet(here({ isSent: true, seenAt: monday }), null)).toEqual({ kind: 'drop' });
});

test('what was typed elsewhere since then is newer', () => {
  expect(meet(here({ isSent: true, seenAt: monday }), there('Davao'))).toEqual({ kind: 'take', instead: null });
});

test('of words typed in both places the newest win, and the others are offered', () => {
  expect(meet(here(), there('Davao'))).toEqual({ kind: 'take', instead: { city: 'Cebu' } });
  expect(meet(here({ typedAt: tuesday }), there('Davao', monday))).toEqual({ kind: 'offer' });
});

test('the same words in both places need nothing', () => {
  expect(meet(here(), there('Cebu'))).toEqual({ kind: 'nothing' });
});
