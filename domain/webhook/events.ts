import { z } from 'zod';
import { configuredEvents } from '../configuration/configured-document.ts';
import type { EventOf } from '../event-sourcing/event.ts';
import { WEBHOOK_FORMATS } from './event-types.ts';

export const WEBHOOK_DETAILS = z.object({
  name: z.string(),
  targetUrl: z.string(),
  /** Types that this version no longer knows are not sent. */
  eventTypes: z.array(z.string()),
  format: z.enum(WEBHOOK_FORMATS),
  secretId: z.string().nullable(),
});
export type WebhookDetails = z.infer<typeof WEBHOOK_DETAILS>;

export const WEBHOOK_EVENTS = configuredEvents('Webhook', WEBHOOK_DETAILS, { document: 'webhook' });
export type WebhookEvent = EventOf<(typeof WEBHOOK_EVENTS)[number]>;
