import type { Webhook } from '../../../../../api/contract/webhooks.ts';
import { textOf } from '../../../../../domain/application/field-value.ts';
import { WEB_ADDRESS_LIMIT } from '../../../../../domain/text/text-limits.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { isEncodedAddress } from '../../../../../domain/values/web-address.ts';
import { CHAT_LIMIT, CHAT_PLACEHOLDERS } from '../../../../../domain/webhook/chat-message.ts';
import { type ChatForm, DEFAULT_EVENT_TYPES, type WEBHOOK_FORMATS } from '../../../../../domain/webhook/event-types.ts';
import { listField } from '../../../shared/forms/controls/list-field.tsx';
import { type Field, formValues, type Values } from '../../../shared/forms/field-errors.ts';
import { EVENT_TYPES } from './event-types-field.ts';

type Details = Pick<Webhook, 'name' | 'targetUrl' | 'eventTypes' | 'batchIds' | 'format' | 'chatForm' | 'chatText'>;

const FORMATS: readonly { readonly value: (typeof WEBHOOK_FORMATS)[number]; readonly label: string }[] = [
  { value: 'full', label: 'The whole event, for another system' },
  { value: 'chat', label: 'A message for a chat service' },
];

const CHAT_SERVICES: readonly { readonly value: ChatForm; readonly label: string }[] = [
  { value: 'content', label: 'Discord and others that read “content”' },
  { value: 'text', label: 'Slack and others that read “text”' },
];

export const isChat = ({ format }: Values): boolean => format === 'chat';

type WebhookField = Field & { readonly name: keyof Details };

export const fieldsOf = (
  batches: readonly { readonly value: string; readonly label: string }[],
): readonly WebhookField[] => [
  { name: 'name', label: 'Name', dataType: 'text', required: true },
  {
    name: 'targetUrl',
    label: 'Target URL',
    dataType: 'text',
    inputMode: 'url',
    required: true,
    limit: WEB_ADDRESS_LIMIT,
    details: TEXTS.webhookPages.addressHelp,
    check: (value) => (isEncodedAddress(textOf(value).trim()) ? null : TEXTS.webhooks.targetInvalid),
  },
  { name: 'format', label: 'Format', dataType: 'select', required: true, options: FORMATS },
  {
    name: 'chatForm',
    label: 'Chat service',
    dataType: 'select',
    required: true,
    options: CHAT_SERVICES,
    applies: isChat,
  },
  {
    name: 'chatText',
    label: 'Text of the message',
    dataType: 'paragraph',
    limit: CHAT_LIMIT,
    applies: isChat,
    details: TEXTS.webhookPages.chatTextHelp(CHAT_PLACEHOLDERS.map((name) => `{{${name}}}`).join(', ')),
  },
  { name: 'eventTypes', label: 'Events', required: true, ...EVENT_TYPES },
  {
    name: 'batchIds',
    label: 'Batches',
    details: TEXTS.webhookPages.allBatches,
    ...listField(batches),
  },
];

const BLANK: Details = {
  name: '',
  targetUrl: '',
  eventTypes: [...DEFAULT_EVENT_TYPES],
  batchIds: [],
  format: 'full',
  chatForm: 'content',
  chatText: null,
};

const FIELDS = fieldsOf([]);

export const wordsOf = (webhook: Details = BLANK): Values => formValues(FIELDS, webhook);
