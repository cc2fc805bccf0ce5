import { WEBHOOK_EVENTS, type WebhookDetails, type WebhookEvent } from '../domain/webhook/events.ts';
import { webhook } from '../domain/webhook/webhook.ts';
import { type ConfiguredDocument, configuredDocuments } from './configured-documents.ts';

export type WebhookDocument = ConfiguredDocument<WebhookDetails>;

export const webhooks = configuredDocuments<WebhookDetails, WebhookEvent>({
  name: 'webhooks',
  version: 1,
  digest: '03cc652a8b453b2b',
  aggregate: webhook,
  events: WEBHOOK_EVENTS,
});
