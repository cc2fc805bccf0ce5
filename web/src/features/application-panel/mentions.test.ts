import { expect, test } from 'vitest';
import { askedAt, found, mentionedIn, withMention } from './mentions.ts';

const ANA = { id: 'a', label: 'Ana Santos' };
const JUN = { id: 'j', label: 'jun@school.example' };
const PEOPLE = [ANA, JUN];

test.each([
  ['Please @an', 'an'],
  ['@', ''],
  ['Ask @Ana San', 'Ana San'],
  ['first\n@j', 'j'],
])('%j asks for people', (text, words) => {
  expect(askedAt(text, text.length)?.words).toBe(words);
});

test.each(['ana@school.example', 'no sign', '@ana\nmore', `@${'x'.repeat(100)}`])('%j asks for none', (text) => {
  expect(askedAt(text, text.length)).toBeNull();
});

test('a mention replaces what was typed, and the text behind it stays', () => {
  const text = 'Please @an call';
  const asked = askedAt(text, 10);
  expect(asked && withMention(text, asked, 10, ANA)).toEqual({ text: 'Please @Ana Santos call', caret: 19 });
});

test('people are found by a part of their name, and mentioned as long as the text names them', () => {
  expect(found(PEOPLE, 'SANT')).toEqual([ANA]);
  expect(found(PEOPLE, 'school')).toEqual([JUN]);
  expect(mentionedIn('Hi @Ana Santos!', PEOPLE)).toEqual(['a']);
  expect(mentionedIn('Hi @Ana', PEOPLE)).toEqual([]);
});

test('a longer name does not mention the person whose name begins it', () => {
  const ana = { id: 'short', label: 'Ana' };
  const jo = { id: 'jo', label: 'jo@x.co' };
  const people = [ana, ANA, jo];
  expect(mentionedIn('@Ana Santos', people)).toEqual(['a']);
  expect(mentionedIn('@Ana Santos and @Ana.', people)).toEqual(['a', 'short']);
  expect(mentionedIn('@Anabel @jo@x.com @jo@x.co.uk', people)).toEqual([]);
  expect(mentionedIn('@jo@x.co', people)).toEqual(['jo']);
});
