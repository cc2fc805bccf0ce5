import { z } from 'zod';
import { type ConfiguredEvent, configuredEvents } from '../configuration/configured-document.ts';
import { defineEvent, type EventOf } from '../event-sourcing/event.ts';
import { CHAT_FORMS, WEBHOOK_FORMATS } from './event-types.ts';

const SIGNING_UNTIL = { secretId: z.string(), until: z.string() } as const;

/** Members that are optional are absent in events of earlier versions. */
export const WEBHOOK_DETAILS = z.object({
  name: z.string(),
  targetUrl: z.string(),
  /** Types that this version no longer knows are not sent. */
  eventTypes: z.array(z.string()),
  /** None: events of all batches. */
  batchIds: z.array(z.string()).optional(),
  format: z.enum(WEBHOOK_FORMATS),
  chatForm: z.enum(CHAT_FORMS).optional(),
  /** The school's own text with placeholders; null: the portal's for each type. */
  chatText: z.string().nullable().optional(),
  secretId: z.string().nullable(),
  /** The secret before the rotation, which also signs until then. */
  formerSecret: z
    .object({
      ...SIGNING_UNTIL,
      /** Those that still signed at its rotation. */
      older: z.array(z.object(SIGNING_UNTIL)).optional(),
    })
    .nullable()
    .optional(),
});
export type WebhookDetails = Required<z.infer<typeof WEBHOOK_DETAILS>>;

/** Of rotations shortly after each other; the newest first. */
export const formerSecretsOf = ({ formerSecret }: Pick<WebhookDetails, 'formerSecret'>) =>
  formerSecret === null ? [] : [formerSecret, ...(formerSecret.older ?? [])];

/** `failing`: five days without an answer of success. `gone`: the target answered with 410. */
export const DISABLED_REASONS = ['failing', 'gone'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** What happens to the events since it was paused or began to fail. */
export const MISSED_CHOICES = ['send', 'skip'] as const;

const audience = { document: 'webhook' } as const;

/** People pause and enable it; the portal warns, and disables it. */
const STANDING_CHANGES = [
  defineEvent({ type: 'WebhookPaused', audience, data: z.object({}) }),
  defineEvent({ type: 'WebhookEnabled', audience, data: z.object({ missed: z.enum(MISSED_CHOICES) }) }),
  defineEvent({
    type: 'WebhookFailing',
    audience,
    data: z.object({ failingSince: z.string(), disabledAt: z.string() }),
  }),
  defineEvent({
    type: 'WebhookDisabled',
    audience,
    data: z.object({ reason: z.enum(DISABLED_REASONS), failingSince: z.string() }),
  }),
] as const;

export const WEBHOOK_EVENTS = [...configuredEvents('Webhook', WEBHOOK_DETAILS, audience), ...STANDING_CHANGES] as const;
type StandingEvent = EventOf<(typeof STANDING_CHANGES)[number]>;
export type WebhookEvent = ConfiguredEvent<'Webhook', WebhookDetails> | StandingEvent;
