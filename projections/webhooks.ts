import { WEBHOOK_EVENTS, type WebhookDetails, type WebhookEvent } from '../domain/webhook/events.ts';
import { type WebhookState, webhook } from '../domain/webhook/webhook.ts';
import { type ConfiguredDocument, configuredDocuments } from './configured-documents.ts';
import type { Projection } from './engine/projection.ts';

export type WebhookDocument = ConfiguredDocument<WebhookDetails> & Pick<WebhookState, 'standing'>;

export const webhooks = configuredDocuments<WebhookDetails, WebhookEvent, WebhookState>({
  name: 'webhooks',
  version: 2,
  digest: '433f5fa57cb77c28',
  aggregate: webhook,
  events: WEBHOOK_EVENTS,
  beside: ['standing'],
}) as Projection<WebhookDocument, WebhookEvent>;
