import { expect, test } from 'vitest';
import { baseAfter, followSaved, ownAnswer } from './follow-saved.ts';
import { mergeLists } from './merge-lists.ts';

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

test('a field that merges keeps what another person changed elsewhere in it', () => {
  const fields = [{ name: 'story', label: 'Story', dataType: 'custom', merge: mergeLists }] as const;
  const story = (...texts: string[]) => JSON.stringify(texts.map((text, _id) => ({ _id: String(_id), text })));
  const given = { before: { story: story('one', 'two') }, after: { story: story('one', 'TWO') }, sent: null, fields };
  expect(followSaved({ ...given, values: { story: story('ONE', 'two') } })).toEqual({
    follow: { story: story('ONE', 'TWO') },
    theirs: [],
  });
  expect(followSaved({ ...given, values: { story: story('one', 'zwei') } })).toEqual({ follow: {}, theirs: ['story'] });
});

test('a field typed while another one was being saved does not hide what someone else saved in it meanwhile', () => {
  const submitted = { city: 'Davao', story: '' };
  const answer = { city: 'Davao', story: 'Theirs' };
  const sent = ownAnswer({ sent: submitted, before, answer });
  expect(sent).toEqual({ city: 'Davao', story: '' });
  const typedMeanwhile = { city: 'Davao', story: 'Mine' };
  expect(followSaved({ values: typedMeanwhile, before, after: answer, sent }).theirs).toEqual(['story']);
});

test('a draft that is older than the page keeps its version when others save again', () => {
  expect(baseAfter({ base: 3, before: 5, after: 6 })).toBe(3);
  expect(baseAfter({ base: 5, before: 5, after: 6 })).toBe(6);
  expect(baseAfter({ base: 6, before: 5, after: 7 }), 'it has seen more than the form').toBe(7);
  expect(baseAfter({ base: undefined, before: undefined, after: 0 }), 'the document is created').toBe(0);
});
