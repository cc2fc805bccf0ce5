import { z } from 'zod';
import { TEXTS } from '../text/texts.ts';
import { chatBodyOf } from './chat-message.ts';
import {
  type ChatForm,
  ERASURE_SENTENCE,
  ERASURE_TYPE,
  type PublicEventType,
  WEBHOOK_EVENT_GROUPS,
} from './event-types.ts';
import examples from './examples.json' with { type: 'json' };
import { PAYLOAD_SCHEMAS, publicPayload } from './payload-schema.ts';

export interface CatalogueEntry {
  readonly type: PublicEventType;
  readonly group: string;
  readonly description: string;
  readonly isAlwaysSent: boolean;
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
  schema: z.toJSONSchema(PAYLOAD_SCHEMAS.get(type) ?? z.never(), { reused: 'inline' }),
  example: EXAMPLES[type] ?? {},
  chat: chatOf(type, EXAMPLES[type] ?? {}),
});

/** The published events. */
export const EVENT_CATALOGUE: readonly CatalogueEntry[] = [
  ...Object.entries(WEBHOOK_EVENT_GROUPS).flatMap(([group, types]) =>
    Object.entries(types).map(([type, sentence]) => entry(type as PublicEventType, group, sentence)),
  ),
  entry(ERASURE_TYPE, 'Erasure', ERASURE_SENTENCE),
];
