import { Marked } from 'marked';
import { expect, test } from 'vitest';
import { isUnmarked, plainText } from './plain-text.ts';

const marked = new Marked({ gfm: true, breaks: true });
const decoded = (html: string) => html.replaceAll('&quot;', '"').replaceAll('&#39;', "'");

test('a preview is the text without marks', () => {
  expect(
    plainText('## Twelve weeks\n\n**No degree** needed, see [the plan](https://x.example).\n\n- one\n- *two*'),
  ).toBe('Twelve weeks No degree needed, see the plan. one two');
});

test('a preview leaves out links alone in their paragraph, and tables', () => {
  const table = '| When | What |\n|---|---|\n| 09:00 | One idea |';
  expect(plainText(`Twelve weeks.\n\nhttps://vimeo.com/76979871/abc\n\n${table}\n\nSee https://x.example.`)).toBe(
    'Twelve weeks. See https://x.example.',
  );
});

test('text that only looks like marks stays', () => {
  expect(plainText('3 * 4 = 12 and snake_case_name')).toBe('3 * 4 = 12 and snake_case_name');
});

test('a paragraph without marks equals what the renderer returns', () => {
  const unmarked = [
    'City and country.',
    '"None yet" is a fine answer.',
    '8 GB of memory is enough (or more).',
    "It's 3 - 2 = 1!",
  ];
  for (const text of unmarked) {
    expect(isUnmarked(text)).toBe(true);
    expect(decoded(marked.parse(text) as string)).toBe(`<p>${text}</p>\n`);
  }
});

test('every text that the renderer changes counts as marked', () => {
  const texts = [
    '',
    '**b**',
    '_i_',
    '`c`',
    '# h',
    '> q',
    '- a',
    '+ a',
    '1. a',
    '1) a',
    '[a](b)',
    '<b>',
    '&amp;',
    'a\nb',
    '    code',
    'https://x.example',
    'www.x.example',
    'me@x.example',
    '~~s~~',
    'a | b',
    '---',
    '===',
    '\\*',
    '![a](b)',
    ' a',
  ];
  expect(texts.filter(isUnmarked)).toEqual([]);
});
