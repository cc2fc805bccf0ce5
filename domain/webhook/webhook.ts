import {
  type ConfiguredCommand,
  type ConfiguredState,
  configuredTables,
} from '../configuration/configured-document.ts';
import {
  type FieldRule,
  type FieldRules,
  optionalText,
  required,
  requiredForm,
  requiredName,
} from '../configuration/field-rules.ts';
import { placeholdersIn } from '../email-template/placeholders.ts';
import { aggregate } from '../event-sourcing/aggregate.ts';
import { accept, type FieldError, reject } from '../event-sourcing/decision.ts';
import { LIMITS } from '../limits/limits.ts';
import { TEXTS } from '../text/texts.ts';
import { isEncodedAddress } from '../values/web-address.ts';
import { CHAT_LIMIT, CHAT_PLACEHOLDERS } from './chat-message.ts';
import { CHAT_FORMS, DEFAULT_EVENT_TYPES, ERASURE_TYPE, WEBHOOK_EVENT_TYPES, WEBHOOK_FORMATS } from './event-types.ts';
import type { DisabledReason, MISSED_CHOICES, WebhookDetails, WebhookEvent } from './events.ts';

/** Whether it sends; `since` is an ISO instant. */
export type WebhookStanding =
  | { readonly kind: 'enabled'; readonly warnedOf: string | null }
  | { readonly kind: 'paused'; readonly since: string }
  | { readonly kind: 'disabled'; readonly since: string; readonly reason: DisabledReason };

export interface WebhookState extends ConfiguredState<WebhookDetails> {
  readonly standing: WebhookStanding;
  /** What the last enabling did with the missed events; a new webhook has missed none. */
  readonly enabledWith: (typeof MISSED_CHOICES)[number];
}

export type WebhookCommand =
  | ConfiguredCommand<WebhookDetails>
  | { readonly type: 'Pause'; readonly data: Readonly<Record<never, never>> }
  | { readonly type: 'Enable'; readonly data: { readonly missed: (typeof MISSED_CHOICES)[number] } }
  /** ISO instants. */
  | { readonly type: 'WarnOfFailure'; readonly data: { readonly failingSince: string; readonly disabledAt: string } }
  | { readonly type: 'Disable'; readonly data: { readonly reason: DisabledReason; readonly failingSince: string } };

/** Each once, in the published order; none means the default. */
const eventTypes: FieldRule<string[]> = (wanted) => {
  const chosen = new Set(wanted ?? []);
  const known = WEBHOOK_EVENT_TYPES.filter((type) => chosen.has(type));
  const unknown = [...chosen].find((type) => !known.some((one) => one === type));
  if (unknown === ERASURE_TYPE) return { message: TEXTS.webhooks.eventTypeAlwaysSent(unknown) };
  if (unknown !== undefined) return { message: TEXTS.webhooks.eventTypeUnknown(unknown) };
  return { value: known.length > 0 ? known : [...DEFAULT_EVENT_TYPES] };
};

const batchIds: FieldRule<string[]> = (wanted) => {
  const chosen = [...new Set(wanted ?? [])];
  return chosen.length <= LIMITS.webhookBatches
    ? { value: chosen }
    : { message: TEXTS.webhooks.tooManyBatches(LIMITS.webhookBatches) };
};

export const WEBHOOK_RULES: FieldRules<WebhookDetails> = {
  name: requiredName,
  targetUrl: requiredForm('Target URL', isEncodedAddress, TEXTS.webhooks.targetInvalid),
  eventTypes,
  batchIds,
  format: required('Format', (format) => WEBHOOK_FORMATS.includes(format)),
  chatForm: required('Chat service', (form) => CHAT_FORMS.includes(form)),
  chatText: optionalText(CHAT_LIMIT),
  secretId: (wanted) => ({ value: wanted }),
  formerSecret: (wanted) => ({ value: wanted }),
};

/** Errors of the former text are not reported again. */
function errorsOfText({ chatText }: WebhookDetails, before: WebhookDetails | null): readonly FieldError[] {
  if (chatText === null || chatText === before?.chatText) return [];
  return placeholdersIn(chatText)
    .filter((name) => !CHAT_PLACEHOLDERS.some((known) => known === name))
    .map((name) => ({
      field: 'chatText',
      message: TEXTS.emailTemplates.placeholderUnknown(name, CHAT_PLACEHOLDERS),
    }));
}

const tables = configuredTables('Webhook', {
  blank: {
    name: '',
    targetUrl: '',
    eventTypes: [...DEFAULT_EVENT_TYPES],
    batchIds: [],
    format: 'full',
    chatForm: 'content',
    chatText: null,
    secretId: null,
    formerSecret: null,
  },
  rules: WEBHOOK_RULES,
  check: errorsOfText,
});

const NOT_FOUND = reject('not-found', TEXTS.access.notFound);

export const webhook = aggregate<WebhookState, WebhookEvent, WebhookCommand>({
  category: 'webhook',
  initial: { ...tables.initial, standing: { kind: 'enabled', warnedOf: null }, enabledWith: 'send' },
  evolve: {
    ...tables.evolve,
    WebhookPaused: (state, { at }) => ({ ...state, standing: { kind: 'paused', since: at } }),
    WebhookEnabled: (state, { data }) => ({
      ...state,
      standing: { kind: 'enabled', warnedOf: null },
      enabledWith: data.missed,
    }),
    WebhookFailing: (state, { data }) => ({ ...state, standing: { kind: 'enabled', warnedOf: data.failingSince } }),
    WebhookDisabled: (state, { at, data }) => ({
      ...state,
      standing: { kind: 'disabled', since: at, reason: data.reason },
    }),
  },
  decide: {
    ...tables.decide,
    Pause: (_, { kind, standing }) => {
      if (kind !== 'document') return NOT_FOUND;
      return accept(standing.kind === 'enabled' ? [{ type: 'WebhookPaused', data: {} }] : []);
    },
    Enable: ({ missed }, { kind, standing, enabledWith }) => {
      if (kind !== 'document') return NOT_FOUND;
      if (standing.kind !== 'enabled') return accept([{ type: 'WebhookEnabled', data: { missed } }]);
      return missed === enabledWith ? accept([]) : reject('refused', TEXTS.webhooks.alreadyEnabled[enabledWith]);
    },
    WarnOfFailure: (data, { kind, standing }) => {
      if (kind !== 'document') return NOT_FOUND;
      const isNew = standing.kind === 'enabled' && standing.warnedOf !== data.failingSince;
      return accept(isNew ? [{ type: 'WebhookFailing', data }] : []);
    },
    Disable: (data, { kind, standing }) => {
      if (kind !== 'document') return NOT_FOUND;
      return accept(standing.kind === 'enabled' ? [{ type: 'WebhookDisabled', data }] : []);
    },
  },
});
