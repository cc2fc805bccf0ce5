import { CATALOGUE, type CatalogueEntry } from '../domain/webhook/catalogue.ts';
import { CHAT_LIMIT, CHAT_PLACEHOLDERS } from '../domain/webhook/chat-message.ts';
import { OMITTED_NAMED, PAYLOAD_BYTES } from '../domain/webhook/payload-schema.ts';
import { eventExamples } from './event-examples.ts';

const json = (value: unknown): readonly string[] => ['```json', JSON.stringify(value, null, 2), '```', ''];

/** The examples are the generated file's, so that the document and `GET /api/webhooks/event-types` show the same. */
export function renderWebhooks(): string {
  const examples = eventExamples();
  const groups = [...new Set(CATALOGUE.map(({ group }) => group))];
  return [
    '# Published events',
    '',
    'Generated from `domain/webhook/` by `npm run docs`. Webhooks in the format *full* send these bodies, `GET /api/events`',
    'answers them with their `id`, and `GET /api/webhooks/event-types` lists types, schemas and examples.',
    '[integrators.md](integrators.md) shows how to use them.',
    '',
    '- `timestamp` is when the event happened. Its body is the same bytes whenever and wherever it is made, except that the data',
    '  of an erased person is null or empty in it.',
    '- `data.sequence` counts the published events of one application from 1, without gaps. A consumer that gets only some types sees gaps.',
    '- `data.changes` has `from` and `to` for each member that the event changed. The first event of an application has its status only;',
    '  everything else is new.',
    '- `data.application` is the state right after the event, not the present one. Names are those of that time.',
    `- A body has at most ${PAYLOAD_BYTES.toLocaleString('en')} bytes. The longest answers are left out first; \`data.omitted\` names at most ${OMITTED_NAMED} of the`,
    '  `data.omittedCount` left out.',
    `- A chat webhook sends \`{content, allowed_mentions}\` or \`{text}\` with at most ${CHAT_LIMIT.toLocaleString('en')} characters, made of the sentence below or of the`,
    `  school's own text, which erasures never use. Placeholders: ${CHAT_PLACEHOLDERS.map((name) => `\`{{${name}}}\``).join(' ')}. Values can neither mention, link nor format.`,
    '- `applicant.erased` goes to every webhook and every reader of the feed, whatever types they ask for, so `eventTypes` cannot name it.',
    '- `webhook.test` is what *Send test event* sends. It is not in the feed, and nothing repeats it.',
    '',
    ...groups.flatMap((group) => [
      `## ${group}`,
      '',
      ...CATALOGUE.filter((entry) => entry.group === group).flatMap((entry) => section(entry, examples)),
    ]),
  ].join('\n');
}

const section = (
  { type, description, schema, chat, example }: CatalogueEntry,
  examples: ReturnType<typeof eventExamples>,
) => [
  `### ${type}`,
  '',
  description,
  '',
  `Chat: *${chat.template}*`,
  '',
  ...json(examples[type] ?? example),
  '<details><summary>JSON Schema</summary>',
  '',
  ...json(schema),
  '</details>',
  '',
];

export const renderExamples = (): string => `${JSON.stringify(eventExamples(), null, 2)}\n`;
