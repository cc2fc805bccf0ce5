import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { WebhookEvent } from '../../domain/webhook/events.ts';
import { webhook } from '../../domain/webhook/webhook.ts';
import type { CommandContext } from '../context/context.ts';
import { uuidV5 } from '../context/identity.ts';
import { type ChangeDocument, changeDocument } from '../documents/change-document.ts';
import { createDocument } from '../documents/create-document.ts';
import { deleteDocument } from '../documents/delete-document.ts';
import type { JsonObject } from '../handling/diff-document.ts';
import type { Environment } from '../handling/environment.ts';
import { type Handled, handle, load } from '../handling/handle.ts';
import type { HttpClient } from '../outgoing/http-client.ts';
import type { SealedSecrets } from '../vault/sealed-secrets.ts';
import { WEBHOOKS } from './webhook-kind.ts';
import { newWebhookSecret } from './webhook-secret.ts';

export type WebhookEnvironment = Environment & { readonly secrets: SealedSecrets; readonly outgoing: HttpClient };
type Written = Result<Handled<typeof webhook.initial, WebhookEvent>>;

export const secretOwnerOf = (webhookId: string): string => `${webhook.category}-${webhookId}`;

/** The vault has the secret before the log names it. */
export async function createWebhook(
  environment: WebhookEnvironment,
  { organizationId, details }: { readonly organizationId: string; readonly details: JsonObject },
  context: CommandContext,
): Promise<Written> {
  const refusal = await refusalOfTarget(environment, details);
  if (refusal) return refusal;
  const id = uuidV5(context.commandId, webhook.category);
  const secretId = await sealSecret(environment, id, context);
  const document = { organizationId, details: { ...details, secretId }, id };
  const created = await createDocument(environment, WEBHOOKS, document, context);
  if (!created.ok && (await load(environment, webhook, id)).state.kind === 'nothing') {
    await environment.secrets.delete(secretId);
  }
  return created;
}

export async function changeWebhook(
  environment: WebhookEnvironment,
  change: ChangeDocument,
  context: CommandContext,
): Promise<Written> {
  const refusal = await refusalOfTarget(environment, change.payload);
  return refusal ?? changeDocument(environment, WEBHOOKS, change, context);
}

/** Deliveries check it again. */
async function refusalOfTarget(
  { outgoing }: WebhookEnvironment,
  { targetUrl }: JsonObject,
): Promise<Result<never> | null> {
  // The rules refuse what is no address.
  if (typeof targetUrl !== 'string' || (await outgoing.check(targetUrl.trim())) !== 'blocked') return null;
  const message = TEXTS.webhooks.failures.blocked;
  return reject('refused', message, [{ field: 'targetUrl', message }]);
}

/** The old secret signs nothing more. */
export async function rotateSecret(
  environment: WebhookEnvironment,
  { id }: { readonly id: string },
  context: CommandContext,
): Promise<Written> {
  const { state: before } = await load(environment, webhook, id);
  if (before.kind !== 'document') return reject('not-found', TEXTS.access.notFound);
  const secretId = await sealSecret(environment, id, context);
  const rotated = await handle(
    environment,
    webhook,
    id,
    () => accept([{ type: 'Change', data: { changes: { secretId } } } as const]),
    context,
  );
  const holds = rotated.ok ? rotated.value.state.details.secretId : before.details.secretId;
  const { secretId: old } = before.details;
  for (const one of [secretId, old]) if (one !== null && one !== holds) await environment.secrets.delete(one);
  return rotated;
}

export async function deleteWebhook(
  environment: WebhookEnvironment,
  { id }: { readonly id: string },
  context: CommandContext,
): Promise<Written> {
  const deleted = await deleteDocument(environment, WEBHOOKS, { id }, context);
  const secretId = deleted.ok ? deleted.value.state.details.secretId : null;
  if (secretId !== null) await environment.secrets.delete(secretId);
  return deleted;
}

/** A repeated command finds its former secret, which was shown already. */
async function sealSecret({ secrets }: WebhookEnvironment, id: string, { commandId }: CommandContext): Promise<string> {
  const secretId = uuidV5(commandId, 'webhook secret');
  if ((await secrets.get(secretId)) === undefined) await secrets.put(secretId, newWebhookSecret(), secretOwnerOf(id));
  return secretId;
}
