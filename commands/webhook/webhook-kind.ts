import type { WebhookDetails, WebhookEvent } from '../../domain/webhook/events.ts';
import { type WebhookState, webhook } from '../../domain/webhook/webhook.ts';
import type { ConfiguredKind } from '../documents/configured-kind.ts';

export const WEBHOOKS: ConfiguredKind<WebhookDetails, WebhookEvent, WebhookState> = { aggregate: webhook };
