import type { Response } from 'express';
import { changeDocument } from '../../commands/documents/change-document.ts';
import type { Handled } from '../../commands/handle.ts';
import { sendTestEvent } from '../../commands/webhook/send-test-event.ts';
import { WEBHOOKS } from '../../commands/webhook/webhook-kind.ts';
import { createWebhook, deleteWebhook, rotateSecret } from '../../commands/webhook/write-webhook.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { WebhookEvent } from '../../domain/webhook/events.ts';
import type { webhook } from '../../domain/webhook/webhook.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { commandContextOf } from '../http/request-context.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { settle } from '../http/settle.ts';
import { webhookView, webhookViewWithSecret } from '../views/webhook-view.ts';
import { configuredTarget } from './configured-routes.ts';

type Written = Result<Handled<typeof webhook.initial, WebhookEvent>>;

export function webhookRoutes({ environment, engine, outgoing, readModels }: Services): readonly Route[] {
  const { webhooks } = readModels;
  const { secrets } = environment;
  const target = configuredTarget(webhooks);

  async function answer(written: Written, response: Response, view = webhookView) {
    if (!written.ok) return written;
    await settle(engine, response, written.value);
    return accept(await view(await webhooks.written(written.value.id), secrets));
  }

  return [
    route(ENDPOINTS.listWebhooks, {
      async handle({ context: { organization } }) {
        const { documents } = await webhooks.find({ organizationId: organization?._id ?? null });
        const byName = documents.toSorted((one, other) => one.name.localeCompare(other.name));
        return accept(await Promise.all(byName.map((document) => webhookView(document, secrets))));
      },
    }),
    route(ENDPOINTS.createWebhook, {
      async handle({ body: { version: _none, ...details }, context, response, target: { organizationId } }) {
        if (!organizationId) return reject('forbidden', TEXTS.access.notAllowed);
        const command = commandContextOf(context, details, organizationId);
        const created = await createWebhook(environment, { organizationId, details }, command);
        return answer(created, response, webhookViewWithSecret);
      },
    }),
    route(ENDPOINTS.getWebhook, {
      target,
      async handle({ query: { asOf }, target: { document } }) {
        const then = asOf === undefined ? document : await webhooks.asOf(document._id, asOf);
        return then ? accept(await webhookView(then, secrets)) : reject('not-found', TEXTS.access.notFound);
      },
    }),
    route(ENDPOINTS.changeWebhook, {
      target,
      async handle({ params: { id }, body, context, response, target: { organizationId } }) {
        const command = commandContextOf(context, body, organizationId);
        const payload = { ...body, version: body.version ?? null };
        return answer(await changeDocument(environment, WEBHOOKS, { id, payload }, command), response);
      },
    }),
    route(ENDPOINTS.deleteWebhook, {
      target,
      async handle({ params, context, response, target: { organizationId } }) {
        const deleted = await deleteWebhook(environment, params, commandContextOf(context, null, organizationId));
        if (!deleted.ok) return deleted;
        await settle(engine, response, deleted.value);
        return accept({ message: TEXTS.webhooks.deleted });
      },
    }),
    route(ENDPOINTS.rotateWebhookSecret, {
      target,
      async handle({ params, context, response, target: { organizationId } }) {
        const rotated = await rotateSecret(environment, params, commandContextOf(context, null, organizationId));
        return answer(rotated, response, webhookViewWithSecret);
      },
    }),
    route(ENDPOINTS.sendWebhook, {
      target,
      handle: ({ params, context, target: { organizationId } }) =>
        sendTestEvent(environment, outgoing, params, commandContextOf(context, null, organizationId)),
    }),
  ];
}
