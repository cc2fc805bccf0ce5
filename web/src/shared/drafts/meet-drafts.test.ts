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

test('a draft that exists only in the account is taken from there', () => {
  expect(meet(null, there('Davao'))).toEqual({ kind: 'take', instead: null });
  expect(meet(null, null)).toEqual({ kind: 'nothing' });
});

test('a draft that the account does not have is sent', () => {
  expect(meet(here(), null)).toEqual({ kind: 'send' });
  expect(meet(here({ seenAt: monday }), there('Davao', monday))).toEqual({ kind: 'send' });
});

test('a draft that was saved or discarded on another device is removed here', () => {
  expect(meet(here({ isSent: true, seenAt: monday }), null)).toEqual({ kind: 'drop' });
});

test('a newer draft of another device wins', () => {
  expect(meet(here({ isSent: true, seenAt: monday }), there('Davao'))).toEqual({ kind: 'take', instead: null });
});

test('of two independent drafts the newest wins and the other one is offered', () => {
  expect(meet(here(), there('Davao'))).toEqual({ kind: 'take', instead: { city: 'Cebu' } });
  expect(meet(here({ typedAt: tuesday }), there('Davao', monday))).toEqual({ kind: 'offer' });
});

test('equal drafts need no action', () => {
  expect(meet(here(), there('Cebu'))).toEqual({ kind: 'nothing' });
});
