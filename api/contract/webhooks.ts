import { z } from 'zod';
import { LIMITS } from '../../domain/limits/limits.ts';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import { EVENT_TYPE_LIMIT, ID_LIMIT, WEB_ADDRESS_LIMIT } from '../../domain/text/text-limits.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { CHAT_LIMIT } from '../../domain/webhook/chat-message.ts';
import {
  type DeliveryFailure,
  MESSAGE_STATES,
  PAUSE_REASONS,
  WEBHOOK_TRIGGERS,
} from '../../domain/webhook/delivery.ts';
import {
  CHAT_FORMS,
  PUBLIC_EVENT_TYPES,
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_FORMATS,
} from '../../domain/webhook/event-types.ts';
import { DISABLED_REASONS, MISSED_CHOICES } from '../../domain/webhook/events.ts';
import { endpoint } from './endpoint.ts';
import { published, requiring } from './published.ts';
import {
  asOfQuery,
  id,
  idParams,
  inOrganization,
  instant,
  messageSchema,
  moment,
  seenText,
  version,
  versionText,
  webAddress,
} from './values.ts';
import { restoreOf, versionsOf } from './versions.ts';

const failureOfAttempt = z.enum(Object.keys(TEXTS.webhooks.failures) as [DeliveryFailure, ...DeliveryFailure[]]);

/** How deliveries go. */
export const webhookHealth = z.object({
  /** *Retrying*: others arrive, but some wait for their next attempt. */
  state: z.enum(['healthy', 'retrying', 'failing', 'paused', 'disabled']),
  /** Of the first failure since the last delivery, or of the pause. */
  since: instant.nullable(),
  /** Why it is disabled: five days of failures, or status 410. */
  reason: z.enum(DISABLED_REASONS).nullable(),
  /** Messages that failed and are tried again. */
  waiting: z.int().min(0),
  /** The same of replays, which leave the state as it is. */
  replaying: z.int().min(0),
  /** Messages without an attempt left. */
  parked: z.int().min(0),
  lastDeliveredAt: instant.nullable(),
  /** What to do about the last failure. */
  advice: z.string().nullable(),
});
export type WebhookHealth = z.infer<typeof webhookHealth>;

export const webhookSchema = z.object({
  _id: z.string(),
  version,
  organizationId: z.string(),
  createdAt: instant,
  name: z.string(),
  targetUrl: z.string(),
  eventTypes: z.array(z.string()),
  /** None: events of all batches. */
  batchIds: z.array(z.string()),
  format: z.enum(WEBHOOK_FORMATS),
  /** Of *chat*: the member that the service reads. */
  chatForm: z.enum(CHAT_FORMS),
  /** Of *chat*: the own text with placeholders; null for the portal's. */
  chatText: z.string().nullable(),
  standing: z.enum(['enabled', 'paused', 'disabled']),
  /** Null for a webhook of the past. */
  health: webhookHealth.nullable(),
  /** Shown to the request that made it; masked for others. Null for its repetition once another one has replaced it. */
  secret: z.string().nullable(),
  /** After a rotation: until when the former secret also signs. Null without one, and for a webhook of the past. */
  formerSecretUntil: instant.nullable(),
});
export type Webhook = z.infer<typeof webhookSchema>;

const webhookBody = z.object({
  version: version.nullish(),
  name: seenText(),
  targetUrl: published(z.string().max(WEB_ADDRESS_LIMIT).nullish(), webAddress),
  /** The rule checks the catalogue: a webhook may still name a type that has left it. */
  eventTypes: published(z.array(z.string().max(EVENT_TYPE_LIMIT)).max(LIMITS.eventTypes).nullish(), {
    type: ['array', 'null'],
    maxItems: LIMITS.eventTypes,
    items: { enum: WEBHOOK_EVENT_TYPES },
  }),
  batchIds: z.array(z.string().max(ID_LIMIT)).max(LIMITS.webhookBatches).nullish(),
  format: published(z.enum(WEBHOOK_FORMATS).nullish(), { enum: WEBHOOK_FORMATS }),
  chatForm: published(z.enum(CHAT_FORMS).nullish(), { enum: CHAT_FORMS }),
  chatText: z.string().max(CHAT_LIMIT).nullish(),
});

const REPETITIONS =
  'A repetition with the same `Idempotency-Key` changes nothing; its `secret` is null once another secret has replaced that one.';

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/api/webhooks',
  capability: 'webhook.manage',
  pastCapability: 'history.read',
  summary:
    'Webhooks of the current organization, by name. `asOf` returns them as of a time to those who read the history.',
  query: asOfQuery,
  response: z.array(webhookSchema),
});
export const createWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks',
  capability: 'webhook.manage',
  confirmation: 'always',
  summary: `Creates a webhook; only this answer has its secret. ${REPETITIONS}`,
  body: requiring(webhookBody.extend(inOrganization), 'name', 'targetUrl'),
  response: webhookSchema,
});
export const getWebhook = endpoint({
  method: 'GET',
  path: '/api/webhooks/{id}',
  capability: 'webhook.manage',
  summary: 'One webhook. `asOf` returns it as of a time, `version` one of its versions; `version` takes precedence.',
  params: idParams,
  query: asOfQuery.extend({ version: versionText.optional() }),
  response: webhookSchema,
});
export const changeWebhook = endpoint({
  method: 'PUT',
  path: '/api/webhooks/{id}',
  capability: 'webhook.manage',
  confirmation: 'sometimes',
  summary: `Changes what differs. Another host gets a new secret, which only this answer has. ${REPETITIONS}`,
  params: idParams,
  body: webhookBody,
  response: webhookSchema,
});
export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/api/webhooks/{id}',
  capability: 'webhook.manage',
  confirmation: 'always',
  summary: 'Deletes a webhook and its secret.',
  params: idParams,
  response: messageSchema,
});
export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: '/api/webhooks/{id}/rotateSecret',
  capability: 'webhook.manage',
  confirmation: 'always',
  summary: `Creates a new secret, which only this answer has. For 24 hours both secrets sign. ${REPETITIONS}`,
  params: idParams,
  response: webhookSchema,
});
export const endFormerSecret = endpoint({
  method: 'POST',
  path: '/api/webhooks/{id}/endFormerSecret',
  capability: 'webhook.manage',
  confirmation: 'always',
  summary: 'After a rotation, ends the old secret at once: from the next attempt on, only the current one signs.',
  params: idParams,
  response: webhookSchema,
});
export const sendWebhook = endpoint({
  method: 'POST',
  path: '/api/sendWebhook/{id}',
  capability: 'webhook.manage',
  summary: `Sends a test event, and returns the target's answer. An organization has ${QUOTAS.organization.testWebhooksPerDay} test events a day.`,
  params: idParams,
  response: z.object({ status: z.int(), response: z.string() }),
});

export const webhookVersions = versionsOf('webhooks', 'webhook.manage');
export const restoreWebhook = {
  ...restoreOf('webhooks', 'webhook.manage', webhookSchema),
  /** A former address on another host gets a new secret. */
  confirmation: 'always',
} as const;

export const pauseWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/{id}/pause',
  capability: 'webhook.manage',
  summary: 'Stops deliveries. Events wait until the webhook is enabled.',
  params: idParams,
  response: webhookSchema,
});
export const enableWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/{id}/enable',
  capability: 'webhook.manage',
  summary:
    'Delivers again. `missed`: *send* delivers everything since it was paused or began to fail, *skip* only new events and the erasures that it has missed. A webhook that is enabled keeps its choice: another one is refused.',
  params: idParams,
  body: z.object({ missed: z.enum(MISSED_CHOICES) }),
  response: webhookSchema,
});

const attemptSchema = z.object({
  at: instant,
  trigger: z.enum(WEBHOOK_TRIGGERS),
  ms: z.int().min(0),
  status: z.int().nullable(),
  failure: failureOfAttempt.nullable(),
  advice: z.string().nullable(),
  /** At most 4 kB. Null if there was none, after 30 days, and once the person is erased. */
  response: z.string().nullable(),
});

export const webhookMessageSchema = z.object({
  /** Of the event in the feed of the organization. */
  number: z.int().min(1),
  /** The `webhook-id` of each attempt. */
  eventId: z.string(),
  type: z.string(),
  applicationId: z.string(),
  applicant: z.string().nullable(),
  state: z.enum(MESSAGE_STATES),
  /** Scheduled attempts. */
  tries: z.int().min(0),
  /** At the earliest: while the target takes nothing, only one message is tried. Null while the webhook does not send. */
  nextTryAt: instant.nullable(),
  /** The time of the event, by which messages are sorted and filtered; null for a message of an earlier version. */
  happenedAt: instant.nullable(),
  firstAt: instant,
  lastAt: instant,
  /** The newest attempts, the last one first, without their responses in lists. */
  attempts: z.array(attemptSchema),
});
export type WebhookMessageView = z.infer<typeof webhookMessageSchema>;

const oneMessageSchema = webhookMessageSchema.extend({
  body: z.string().nullable(),
  /** Staff asked to send it again, and that attempt waits or is under way: the state and the attempts are from before. */
  isBeingSentAgain: z.boolean(),
});
export type OneWebhookMessage = z.infer<typeof oneMessageSchema>;

export const MESSAGES_PER_PAGE = 50;

export const listWebhookMessages = endpoint({
  method: 'GET',
  path: '/api/webhooks/{id}/messages',
  capability: 'webhook.manage',
  summary: `Messages that were sent or are waiting for an attempt, the newest event first, ${MESSAGES_PER_PAGE} at a time. They are kept for 30 days. \`from\` and \`to\` are about the time of the event, and include an event at exactly that time.`,
  params: idParams,
  query: z.object({
    state: z.enum(MESSAGE_STATES).optional(),
    type: z.enum(PUBLIC_EVENT_TYPES).optional(),
    applicationId: id.optional(),
    from: moment.optional(),
    to: moment.optional(),
    /** Only messages of older events: `next` of the former page. */
    before: versionText.optional(),
  }),
  response: z.object({
    messages: z.array(webhookMessageSchema),
    next: z.int().nullable(),
    /** Deliveries and failed attempts of the last seven days (UTC), also of replays and redeliveries, oldest first. */
    days: z.array(z.object({ date: z.iso.date(), delivered: z.int().min(0), failed: z.int().min(0) })),
  }),
});

const messageParams = idParams.extend({ number: versionText });

export const getWebhookMessage = endpoint({
  method: 'GET',
  path: '/api/webhooks/{id}/messages/{number}',
  capability: 'webhook.manage',
  summary: 'One message with its attempts, their responses, and the body as it would be sent now.',
  params: messageParams,
  response: oneMessageSchema,
});
export const redeliverWebhookMessage = endpoint({
  method: 'POST',
  path: '/api/webhooks/{id}/messages/{number}/redeliver',
  capability: 'webhook.manage',
  summary:
    'Sends a message once more and returns it after that attempt, or after 15 s with `isBeingSentAgain` while the attempt waits for earlier ones. Scheduled attempts stay as they are.',
  params: messageParams,
  response: oneMessageSchema,
});
export const skipWebhookMessage = endpoint({
  method: 'POST',
  path: '/api/webhooks/{id}/messages/{number}/skip',
  capability: 'webhook.manage',
  summary: 'Skips a message that is waiting or parked. The next message of its application follows.',
  params: messageParams,
  response: oneMessageSchema,
});

const MOST_PER_SECOND = 1000;

export const webhookReplaySchema = z.object({
  _id: z.string(),
  state: z.enum(['running', 'paused', 'done', 'cancelled']),
  /** Why the portal paused it, until it is continued; null if staff did. */
  pausedFor: z.enum(PAUSE_REASONS).nullable(),
  /**
   * It runs, but sends nothing: *replay*, another one of the webhook was started earlier and goes first; *target*, the target
   * takes nothing, so it goes on once a new event gets through or all that wait are parked or skipped.
   */
  waitsFor: z.enum(['replay', 'target']).nullable(),
  isFailedOnly: z.boolean(),
  /** Messages per second; null: as fast as the target answers. */
  rate: z.int().nullable(),
  /** Events of the feed in the range, or those that had failed, and how many of them have been looked at. */
  total: z.int().min(0),
  done: z.int().min(0),
  sent: z.int().min(0),
  /** Events that it tries no more. Scheduled attempts go on for those that wait for their next one. */
  failed: z.int().min(0),
  /** Applications with an event that failed and is tried again. Their later events wait, those of others do not. */
  retrying: z.int().min(0),
  /** Of these events, of one that tests the target, or of a new one while it waits for the target, at the earliest. Null without one, and unless it runs. */
  nextTryAt: instant.nullable(),
  /** What to do about the last failure. */
  advice: z.string().nullable(),
  createdAt: instant,
  finishedAt: instant.nullable(),
});
export type WebhookReplay = z.infer<typeof webhookReplaySchema>;

export const listWebhookReplays = endpoint({
  method: 'GET',
  path: '/api/webhooks/{id}/replays',
  capability: 'webhook.manage',
  summary: 'Replays of the last 30 days, the newest first; and how many events the webhook has missed.',
  params: idParams,
  response: z.object({
    replays: z.array(webhookReplaySchema),
    /** Events that wait for a webhook that is paused, disabled or failing; counted up to a limit. */
    missed: z.int().min(0),
    isMissedMore: z.boolean(),
  }),
});
export const replayWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/{id}/replays',
  capability: 'webhook.manage',
  summary:
    'Sends past events again, from `from` up to `to` (default: from the first, up to now), both of which include an event at exactly that time, or with `isFailedOnly` those of the range that have failed: the parked ones, and those that wait for their next attempt. New events go first. A webhook that is disabled sends none. A member with another name is refused, so that a misspelled one does not send everything again.',
  params: idParams,
  body: z.strictObject({
    from: moment.nullish(),
    to: moment.nullish(),
    isFailedOnly: z.boolean().nullish(),
    rate: z.int().min(1).max(MOST_PER_SECOND).nullish(),
  }),
  response: webhookReplaySchema,
});
export const changeWebhookReplay = endpoint({
  method: 'PUT',
  path: '/api/webhooks/{id}/replays/{replayId}',
  capability: 'webhook.manage',
  summary:
    'Pauses, resumes or cancels a replay, or changes its rate: null is as fast as the target answers. It cannot resume while the webhook is disabled, and one that has ended cannot change.',
  params: idParams.extend({ replayId: id }),
  body: z.object({
    state: z.enum(['running', 'paused', 'cancelled']).nullish(),
    rate: z.int().min(1).max(MOST_PER_SECOND).nullish(),
  }),
  response: webhookReplaySchema,
});
