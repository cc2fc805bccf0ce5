import { z } from 'zod';
import { LIMITS } from '../../domain/limits/limits.ts';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import { EVENT_TYPE_LIMIT, WEB_ADDRESS_LIMIT } from '../../domain/text/text-limits.ts';
import { WEBHOOK_FORMATS } from '../../domain/webhook/event-types.ts';
import { endpoint } from './endpoint.ts';
import { asOfQuery, idParams, inOrganization, instant, messageSchema, text, version, versionText } from './values.ts';
import { restoreOf, versionsOf } from './versions.ts';

export const webhookSchema = z.object({
  _id: z.string(),
  version,
  organizationId: z.string(),
  createdAt: instant,
  name: z.string(),
  targetUrl: z.string(),
  eventTypes: z.array(z.string()),
  format: z.enum(WEBHOOK_FORMATS),
  /** Shown once, when the webhook is created; masked afterwards. */
  secret: z.string().nullable(),
});
export type Webhook = z.infer<typeof webhookSchema>;

const webhookBody = z.object({
  version: version.nullish(),
  name: text,
  targetUrl: z.string().max(WEB_ADDRESS_LIMIT).nullish(),
  /** The rule checks the catalogue: a webhook may still name a type that has left it. */
  eventTypes: z.array(z.string().max(EVENT_TYPE_LIMIT)).max(LIMITS.eventTypes).nullish(),
  format: z.enum(WEBHOOK_FORMATS).nullish(),
});

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
  summary: 'Creates a webhook; only this answer has its secret.',
  body: webhookBody.extend(inOrganization),
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
  summary: 'Changes what differs.',
  params: idParams,
  body: webhookBody,
  response: webhookSchema,
});
export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/api/webhooks/{id}',
  capability: 'webhook.manage',
  summary: 'Deletes a webhook and its secret.',
  params: idParams,
  response: messageSchema,
});
export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: '/api/webhooks/{id}/rotateSecret',
  capability: 'webhook.manage',
  summary: 'Creates a new secret, which only this answer has.',
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

export const webhookVersions = versionsOf('webhooks');
export const restoreWebhook = restoreOf('webhooks', 'webhook.manage', webhookSchema);
