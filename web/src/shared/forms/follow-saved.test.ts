import { expect, test } from 'vitest';
import { followSaved } from './follow-saved.ts';

const before = { city: 'Manila', story: '' };

test("an untouched answer follows another person's save", () => {
  const after = { city: 'Cebu', story: '' };
  expect(followSaved({ values: before, before, after, sent: null })).toEqual({ follow: { city: 'Cebu' }, theirs: [] });
});

test('an answer that both changed keeps the typed value and is named', () => {
  const values = { city: 'Davao', story: 'Mine' };
  const after = { city: 'Cebu', story: '' };
  expect(followSaved({ values, before, after, sent: null })).toEqual({ follow: {}, theirs: ['city'] });
  expect(followSaved({ values, before, after, sent: values }), 'also when saving it was refused').toEqual({
    follow: {},
    theirs: ['city'],
  });
});

test("the form's own save is no news, with or without later changes", () => {
  const after = { city: 'Davao', story: '' };
  const sent = { city: 'Davao ', story: '' };
  expect(followSaved({ values: sent, before, after, sent })).toEqual({ follow: { city: 'Davao' }, theirs: [] });
  const values = { city: 'Davao City', story: '' };
  expect(followSaved({ values, before, after, sent })).toEqual({ follow: {}, theirs: [] });
});
