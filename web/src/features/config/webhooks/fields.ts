import type { Webhook } from '../../../../../api/contract/webhooks.ts';
import { textOf } from '../../../../../domain/application/field-value.ts';
import { WEB_ADDRESS_LIMIT } from '../../../../../domain/text/text-limits.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { isWebAddressWithoutPassword } from '../../../../../domain/values/web-address.ts';
import { DEFAULT_EVENT_TYPES, type WEBHOOK_FORMATS } from '../../../../../domain/webhook/event-types.ts';
import { type Field, formValues, type Values } from '../../../shared/forms/field-errors.ts';
import { EVENT_TYPES } from './event-types-control.tsx';

type Details = Pick<Webhook, 'name' | 'targetUrl' | 'eventTypes' | 'format'>;

const FORMATS: readonly { readonly value: (typeof WEBHOOK_FORMATS)[number]; readonly label: string }[] = [
  { value: 'full', label: 'The whole event, for another program' },
  { value: 'chat', label: 'A message for a chat service' },
];

export const FIELDS: readonly (Field & { readonly name: keyof Details })[] = [
  { name: 'name', label: 'Name', dataType: 'text', required: true },
  {
    name: 'targetUrl',
    label: 'Target URL',
    dataType: 'text',
    inputMode: 'url',
    required: true,
    limit: WEB_ADDRESS_LIMIT,
    details: 'Events are sent to this address with POST.',
    check: (value) => (isWebAddressWithoutPassword(textOf(value).trim()) ? null : TEXTS.webhooks.targetInvalid),
  },
  { name: 'format', label: 'Format', dataType: 'select', required: true, options: FORMATS },
  { name: 'eventTypes', label: 'Events', required: true, ...EVENT_TYPES },
];

const BLANK: Details = { name: '', targetUrl: '', eventTypes: [...DEFAULT_EVENT_TYPES], format: 'full' };

export const wordsOf = (webhook: Details = BLANK): Values => formValues(FIELDS, webhook);
