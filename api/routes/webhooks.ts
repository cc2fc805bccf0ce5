import { handle } from '../../commands/handling/handle.ts';
import { sendTestEvent } from '../../commands/webhook/send-test-event.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  endFormerSecret,
  rotateSecret,
} from '../../commands/webhook/write-webhook.ts';
import { openDeliveryRecords } from '../../commands/webhook-delivery/records.ts';
import { accept, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { WebhookEvent } from '../../domain/webhook/events.ts';
import { webhook } from '../../domain/webhook/webhook.ts';
import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { organizationInBody } from '../http/current-organization.ts';
import { type Route, route, type Target } from '../http/route.ts';
import { KINDS } from '../kinds/kinds.ts';
import { documentsOf } from '../views/past-lists.ts';
import { createWebhookViews } from '../views/webhook-view.ts';
import { configuredTarget, deletedTarget } from './configured-routes.ts';
import { kindRoutes } from './kind-routes.ts';
import { webhookMessageRoutes } from './webhook-messages.ts';

export function webhookRoutes(services: Services): readonly Route[] {
  const { environment, readModels } = services;
  const { webhooks } = readModels;
  const views = createWebhookViews(environment.secrets, openDeliveryRecords(environment.vault), environment.now);
  const target = configuredTarget(webhooks);
  const viewOf = async ({ id, appended }: { readonly id: string; readonly appended: readonly WebhookEvent[] }) => {
    const document = await webhooks.written(id);
    const made = newSecretIn(appended);
    return made === undefined ? views.now(document) : views.withSecret(document, made);
  };

  return [
    route(ENDPOINTS.listWebhooks, {
      async handle({ past, target: { organizationId } }) {
        if (!organizationId) return accept([]);
        const wanted = { organizationId, removal: 'WebhookDeleted' };
        const documents = await documentsOf(webhooks, wanted, past, readModels);
        const byName = documents.toSorted((one, other) => one.name.localeCompare(other.name));
        return accept(await Promise.all(byName.map(past ? views.past : views.now)));
      },
    }),
    route(ENDPOINTS.createWebhook, {
      targetInBody: organizationInBody(readModels.organizations),
      input: ({ body: { version, organizationId, ...details } }) => details,
      async decide({ body: { version, organizationId: _named, ...details }, target: { organizationId }, command }) {
        if (!organizationId) return reject('forbidden', TEXTS.access.notAllowed);
        return createWebhook(environment, { organizationId, details }, command);
      },
      view: (written) => viewOf(written),
    }),
    route(ENDPOINTS.getWebhook, {
      target,
      async handle({ query: { version }, asOf, target: { document } }) {
        const past = version === undefined ? asOf : Number(version);
        const shown = past === undefined ? document : await webhooks.asOf(document._id, past);
        if (shown) return accept(await (past === undefined ? views.now : views.past)(shown));
        return reject('not-found', TEXTS.access.notFound);
      },
    }),
    route(ENDPOINTS.changeWebhook, {
      target,
      // On another host it gets a new secret.
      needsConfirmation: ({ body, target: { document } }) =>
        body.targetUrl !== undefined && body.targetUrl !== document.targetUrl,
      decide: ({ params: { id }, body, command }) =>
        changeWebhook(environment, { id, payload: { ...body, version: body.version ?? null } }, command),
      view: (written) => viewOf(written),
    }),
    route(ENDPOINTS.deleteWebhook, {
      target: async (unchecked): Promise<Target | undefined> =>
        (await target(unchecked)) ?? deletedTarget(environment, webhook)(unchecked),
      decide: ({ params, command }) => deleteWebhook(environment, params, command),
      view: () => ({ message: TEXTS.webhooks.deleted }),
    }),
    route(ENDPOINTS.rotateWebhookSecret, {
      target,
      decide: ({ params, command }) => rotateSecret(environment, params, command),
      view: (written) => viewOf(written),
    }),
    route(ENDPOINTS.endFormerSecret, {
      target,
      input: () => null,
      decide: ({ params, command }) => endFormerSecret(environment, params, command),
      view: async ({ id }) => views.now(await webhooks.written(id)),
    }),
    route(ENDPOINTS.sendWebhook, {
      target,
      input: () => null,
      handle: ({ params, command }) => sendTestEvent(environment, params, command),
    }),
    route(ENDPOINTS.pauseWebhook, {
      target,
      input: () => null,
      decide: ({ params: { id }, command }) => handle(environment, webhook, id, [{ type: 'Pause', data: {} }], command),
      view: async ({ id }) => views.now(await webhooks.written(id)),
    }),
    route(ENDPOINTS.enableWebhook, {
      target,
      decide: ({ params: { id }, body: { missed }, command }) =>
        handle(environment, webhook, id, [{ type: 'Enable', data: { missed } }], command),
      view: async ({ id }) => views.now(await webhooks.written(id)),
    }),
    ...webhookMessageRoutes(services),
    ...kindRoutes(services, KINDS.webhooks, {
      change: ENDPOINTS.changeWebhook,
      versions: ENDPOINTS.webhookVersions,
      restore: ENDPOINTS.restoreWebhook,
      view: (id, _context, appended) => viewOf({ id, appended: appended as readonly WebhookEvent[] }),
    }),
  ];
}

/** Undefined without a new secret. */
function newSecretIn(appended: readonly WebhookEvent[]): string | null | undefined {
  for (const { type, data } of appended) {
    if (type === 'WebhookCreated') return data.details.secretId;
    if (type === 'WebhookChanged' && data.changes.secretId !== undefined) return data.changes.secretId;
  }
  return undefined;
}
