import type { TEXTS } from '../text/texts.ts';

/** Value of the header `webhook-trigger`. */
export const WEBHOOK_TRIGGERS = ['scheduled', 'redelivery', 'replay', 'test'] as const;
export type WebhookTrigger = (typeof WEBHOOK_TRIGGERS)[number];

/** Why an attempt failed; `status` is any other answer than success, a redirect or 410. */
export type DeliveryFailure = keyof typeof TEXTS.webhooks.failures;

/**
 * `queued`: waits behind an earlier message of its application. `waiting`: its next attempt has a time. `replaying`: failed
 * in a replay, which tries it again. `parked`: no attempt is left. `skipped`: staff gave it up. Messages that
 * were never tried have no record.
 */
export const MESSAGE_STATES = ['queued', 'waiting', 'replaying', 'delivered', 'parked', 'skipped'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** Why the portal paused a replay: the target answered with 410, or the webhook was disabled meanwhile. */
export const PAUSE_REASONS = ['gone', 'disabled'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];
