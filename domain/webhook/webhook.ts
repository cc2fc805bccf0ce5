import { configuredDocument } from '../configuration/configured-document.ts';
import { type FieldRule, type FieldRules, required, requiredForm, requiredText } from '../configuration/field-rules.ts';
import { TEXTS } from '../text/texts.ts';
import { isWebAddressWithoutPassword } from '../values/web-address.ts';
import { DEFAULT_EVENT_TYPES, WEBHOOK_EVENT_TYPES, WEBHOOK_FORMATS } from './event-types.ts';
import type { WebhookDetails } from './events.ts';

/** Each once, in the published order; none means the default. */
const eventTypes: FieldRule<string[]> = (wanted) => {
  const chosen = new Set(wanted ?? []);
  const known = WEBHOOK_EVENT_TYPES.filter((type) => chosen.has(type));
  if (known.length < chosen.size) return { message: TEXTS.webhooks.eventTypeUnknown };
  return { value: known.length > 0 ? known : [...DEFAULT_EVENT_TYPES] };
};

const WEBHOOK_RULES: FieldRules<WebhookDetails> = {
  name: requiredText('Name'),
  targetUrl: requiredForm('Target URL', isWebAddressWithoutPassword, TEXTS.webhooks.targetInvalid),
  eventTypes,
  format: required('Format', (format) => WEBHOOK_FORMATS.includes(format)),
  secretId: (wanted) => ({ value: wanted }),
};

export const webhook = configuredDocument('webhook', 'Webhook', {
  blank: { name: '', targetUrl: '', eventTypes: [...DEFAULT_EVENT_TYPES], format: 'full', secretId: null },
  rules: WEBHOOK_RULES,
});
