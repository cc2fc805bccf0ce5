import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TEXTS } from '../text/texts.ts';
import { EVENT_CATALOGUE } from './catalogue.ts';
import { CHAT_LIMIT, CHAT_PLACEHOLDERS, chatBodyOf } from './chat-message.ts';
import { CHAT_FORMS, type ChatForm, PUBLIC_EVENT_TYPES } from './event-types.ts';
import { type PublicPayload, publicPayload } from './payload-schema.ts';

const EXAMPLES = new Map(EVENT_CATALOGUE.map(({ type, example }) => [type, publicPayload.parse(example)]));
const payload = EXAMPLES.get('ApplicationSubmitted') as PublicPayload;
const named = (firstName: string): PublicPayload => ({
  ...payload,
  data: {
    ...payload.data,
    application: { ...payload.data.application, applicant: { ...payload.data.application.applicant, firstName } },
  },
});
const messageOf = (given: PublicPayload, form: ChatForm, template: string | null = null): string => {
  const body = JSON.parse(chatBodyOf(given, form, template));
  expect(body).toEqual(
    form === 'text' ? { text: body.text } : { content: body.content, allowed_mentions: { parse: [] } },
  );
  return body.text ?? body.content;
};

describe('a chat message', () => {
  test.each(PUBLIC_EVENT_TYPES)('tells of %s in a sentence with everything filled in', (type) => {
    for (const form of CHAT_FORMS) {
      const message = messageOf(EXAMPLES.get(type) as PublicPayload, form);
      expect(message).toMatch(/\.$/);
      expect(message).not.toMatch(/\{\{|–/);
    }
    for (const [, name = ''] of TEXTS.chat[type].matchAll(/\{\{(\w+)\}\}/g)) {
      expect(CHAT_PLACEHOLDERS).toContain(name);
    }
  });

  test("uses the school's own text as it is", () => {
    const template = '*New*: <https://school.example|{{ program }}> {{unknown}} @here';
    expect(messageOf(payload, 'text', template)).toBe(
      '*New*: <https://school.example|Full Stack Web Development, evenings> – @here',
    );
  });

  test('of an erasure never uses the text of the school, which is about other events', () => {
    const erasure = EXAMPLES.get('applicant.erased') as PublicPayload;
    for (const form of CHAT_FORMS)
      expect(messageOf(erasure, form, 'New: {{firstName}}')).toBe(messageOf(erasure, form));
  });

  test.each([
    ['text', '<!channel> & <@U1>', '&lt;!channel&gt; &amp; &lt;\u200c@\u200cU1&gt;'],
    ['text', '*bold* _it_ ~x~ `code`', '∗bold∗ ˍitˍ ∼x∼ ˋcodeˋ'],
    ['text', 'https://evil.example', 'https:\u200c//evil\u200c.example'],
    ['text', ':wave: #1 [x](y)', ':\u200cwave:\u200c #\u200c1 [x]\u200c(y)'],
    ['content', '@everyone', '\u200c\\@\u200ceveryone'],
    ['content', '# [x](https://evil.example)', '\\# \\[x\\]\\(https\\:\u200c//evil\u200c\\.example\\)'],
    ['content', '> a\n```b', '\\> a \\`\\`\\`b'],
  ] as const)('shows %s of %j as words', (form, firstName, shown) => {
    expect(messageOf(named(firstName), form, '{{firstName}}')).toBe(shown);
  });

  test('has at most 2,000 characters, and no hostile name mentions, links or formats in it', () => {
    const hostile = fc.constantFrom(
      ...[
        '@everyone',
        '@here',
        '<!here>',
        '<@1>',
        '<#C1>',
        'http://a.example',
        'www.a.example',
        '[a](b)',
        '**',
        '__',
        '~~',
      ],
      ...['`', '```', '||', '> ', '# ', '- ', '\\', '\n', '\u202e', '\u200b', '&lt;', ':', '😀', '\ud800'],
    );
    const name = fc.array(fc.oneof(hostile, fc.string({ unit: 'binary', maxLength: 8 })), { maxLength: 60 });
    const template = fc.array(fc.constantFrom('{{firstName}}', 'Hello ', 'x'.repeat(400)), { maxLength: 20 });
    fc.assert(
      fc.property(name, template, (words, parts) => {
        const given = named(words.join(''));
        for (const form of CHAT_FORMS) {
          const message = messageOf(given, form, parts.join(''));
          expect(message.length).toBeLessThanOrEqual(CHAT_LIMIT);
          expect(message.isWellFormed()).toBe(true);
          expect(message).not.toMatch(
            /[\n\r\u202a-\u202e\u2066-\u2069]|@[\p{L}\p{N}]|:\/\/|[\p{L}\p{N}]\.[\p{L}\p{N}]{2}/u,
          );
          if (form === 'text')
            expect(message.replace(/&(?:amp|lt|gt);/g, '')).not.toMatch(/[<>&*_~`]|[:\]#](?![\u200c\u2026])/);
          else expect(message.replace(/\\[^\p{L}\p{N}\s]/gu, '')).not.toMatch(/[\\*_~`|>#\-+[\]()<:@.!]/);
        }
      }),
    );
  });
});
