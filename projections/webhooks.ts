import { WEBHOOK_EVENTS, type WebhookDetails, type WebhookEvent } from '../domain/webhook/events.ts';
import { type WebhookState, webhook } from '../domain/webhook/webhook.ts';
import { type ConfiguredDocument, configuredDocuments } from './configured-documents.ts';
import type { Projection } from './engine/projection.ts';

export type WebhookDocument = ConfiguredDocument<WebhookDetails> & Pick<WebhookState, 'standing'>;

export const webhooks = configuredDocuments<WebhookDetails, WebhookEvent, WebhookState>({
  name: 'webhooks',
  version: 3,
  digest: 'efc3562d390d90d8',
  aggregate: webhook,
  events: WEBHOOK_EVENTS,
  beside: ['standing'],
}) as Projection<WebhookDocument, WebhookEvent>;
