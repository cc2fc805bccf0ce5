import { z } from 'zod';
import { TEXTS } from '../text/texts.ts';
import { chatBody, chatBodyOf } from './chat-message.ts';
import {
  type ChatForm,
  ERASURE_SENTENCE,
  ERASURE_TYPE,
  type PublicEventType,
  TEST_TYPE,
  WEBHOOK_EVENT_GROUPS,
} from './event-types.ts';
import examples from './examples.json' with { type: 'json' };
import { PAYLOAD_SCHEMAS, publicPayload, TEST_PAYLOAD, type TestPayload } from './payload-schema.ts';

export interface CatalogueEntry {
  readonly type: PublicEventType | typeof TEST_TYPE;
  readonly group: string;
  readonly description: string;
  readonly isAlwaysSent: boolean;
  readonly isChoosable: boolean;
  /** JSON Schema of a *full* body. */
  readonly schema: Record<string, unknown>;
  /** `npm run docs` makes it from the frozen samples of the events. */
  readonly example: Record<string, unknown>;
  /** The chat text unless the school has its own, and the example in both chat forms. */
  readonly chat: { readonly template: string } & Readonly<Record<ChatForm, Record<string, unknown>>>;
}

const EXAMPLES: Readonly<Record<string, Record<string, unknown>>> = examples;

const chatOf = (type: PublicEventType, example: Record<string, unknown>): CatalogueEntry['chat'] => {
  const payload = publicPayload.parse(example);
  const inForm = (form: ChatForm) => JSON.parse(chatBodyOf(payload, form, null));
  return { template: TEXTS.chat[type], content: inForm('content'), text: inForm('text') };
};

const entry = (type: PublicEventType, group: string, description: string): CatalogueEntry => ({
  type,
  group,
  description,
  isAlwaysSent: type === ERASURE_TYPE,
  isChoosable: type !== ERASURE_TYPE,
  schema: z.toJSONSchema(PAYLOAD_SCHEMAS.get(type) ?? z.never(), { reused: 'inline' }),
  example: EXAMPLES[type] ?? {},
  chat: chatOf(type, EXAMPLES[type] ?? {}),
});

export const EVENT_CATALOGUE: readonly CatalogueEntry[] = [
  ...Object.entries(WEBHOOK_EVENT_GROUPS).flatMap(([group, types]) =>
    Object.entries(types).map(([type, sentence]) => entry(type as PublicEventType, group, sentence)),
  ),
  entry(ERASURE_TYPE, 'Erasure', ERASURE_SENTENCE),
];

const EXAMPLE_ID = '8f14e45f-ceea-567a-9b36-1d0c2f7a5e21';
const testMessage = TEXTS.webhooks.testContent('Academy');
const testExample: TestPayload = {
  type: TEST_TYPE,
  timestamp: '2026-03-02T09:30:00.000Z',
  data: { organizationId: EXAMPLE_ID, webhookId: EXAMPLE_ID, message: testMessage },
};
const testInForm = (form: ChatForm) => JSON.parse(chatBody(testMessage, form));

/** Everything that a webhook gets: the published events, and the test, which the feed does not have. */
export const CATALOGUE: readonly CatalogueEntry[] = [
  ...EVENT_CATALOGUE,
  {
    type: TEST_TYPE,
    group: 'Tests',
    description: TEXTS.webhooks.testEvent,
    isAlwaysSent: false,
    isChoosable: false,
    schema: z.toJSONSchema(TEST_PAYLOAD, { reused: 'inline' }),
    example: { ...testExample },
    chat: { template: testMessage, content: testInForm('content'), text: testInForm('text') },
  },
];
