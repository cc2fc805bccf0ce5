import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../..');
/** All files with texts of the config area: its own, shared ones, and the domain's texts. */
const SOURCES = [
  'web/src/features/config/**/*.{ts,tsx}',
  'web/src/shared/{cards,editor,files,forms,markdown,ui}/**/*.{ts,tsx}',
  'domain/{application,process-editing,text}/*.ts',
];
/** Words of programmers. */
const FORBIDDEN = /\b(?:json|keys?|ids?|operators?)\b/i;
/** Names that other services use, because people look for these words there, and keys of a keyboard. */
const OF_SERVICES = /Google Analytics ID|Facebook pixel ID|SendGrid key|API key|arrow key/g;
/** Calls of the API, and the snippet for the page of another site. */
const CODE = /^(?:GET|POST|PUT|DELETE) \/|^<iframe/;
/** The JSON view, and texts that only clients of the API and other pages show. */
const ALLOWED = [
  'JSON',
  'This is not valid JSON: ',
  ' requests with an Idempotency-Key a day. Please try again tomorrow.',
  'This Idempotency-Key was already used for another request.',
  'Please send a JSON object.',
  'This is not an id.',
  'after must be the id of an entry of this list. Please read the list again from its beginning.',
  ' ids at once.',
  'Nothing has been erased, because the portal cannot find all of this person’s data right now. Please ask its operator to repair this.',
];

/** Attributes and members whose word is shown. */
const SHOWN =
  /^(?:label|title|aria-label|alt|placeholder|description|help|summary|words|text|submitLabel|confirmLabel|name)$/;

interface Shown {
  readonly text: string;
  readonly start: number;
}

/** Texts between tags, words of shown attributes and members, and every text with a space. */
function shownTexts(file: string, code: string): readonly Shown[] {
  const found: Shown[] = [];
  const note = (text: string, start: number) => void (text.trim() !== '' && found.push({ text, start }));
  const isSentence = (text: string) => /\S\s/.test(text) || /^\s+\S/.test(text);
  const single = (value: unknown, start: number) => {
    if (typeof value === 'string') note(value, start);
  };
  new Visitor({
    JSXText: ({ value, start }) => note(value, start),
    JSXAttribute: ({ name, value }) => {
      if (name.type === 'JSXIdentifier' && SHOWN.test(name.name) && value?.type === 'Literal') {
        single(value.value, value.start);
      }
    },
    Property: ({ key, value }) => {
      const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : '';
      if (SHOWN.test(name) && value.type === 'Literal') single(value.value, value.start);
    },
    Literal: ({ value, start }) => {
      if (typeof value === 'string' && isSentence(value)) note(value, start);
    },
    TemplateElement: ({ value, start }) => {
      if (isSentence(value.raw)) note(value.raw, start);
    },
  }).visit(parseSync(file, code).program);
  return found;
}

test('no screen of the config area says JSON, key, id or operator, except the text of a process', async () => {
  const forbidden: string[] = [];
  let count = 0;
  for await (const file of glob(SOURCES, { cwd: ROOT })) {
    if (/\.test\.tsx?$/.test(file)) continue;
    const code = await readFile(join(ROOT, file), 'utf8');
    const texts = shownTexts(file, code);
    count += texts.length;
    const words = texts.filter(
      ({ text }) => FORBIDDEN.test(text.replaceAll(OF_SERVICES, '')) && !CODE.test(text) && !ALLOWED.includes(text),
    );
    forbidden.push(...words.map(({ text, start }) => `${file}:${code.slice(0, start).split('\n').length} ${text}`));
  }
  expect([...new Set(forbidden)]).toEqual([]);
  expect(count, 'texts found').toBeGreaterThan(1000);
});
