import { batch } from '../../domain/batch/batch.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { LIMITS } from '../../domain/limits/limits.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { formerSecretsOf, type WebhookDetails, type WebhookEvent } from '../../domain/webhook/events.ts';
import { type WebhookState, webhook } from '../../domain/webhook/webhook.ts';
import type { CommandContext } from '../context/context.ts';
import { uuidV5 } from '../context/identity.ts';
import { type ChangeDocument, changeDocument } from '../documents/change-document.ts';
import { createDocument } from '../documents/create-document.ts';
import { deleteDocument } from '../documents/delete-document.ts';
import type { JsonObject } from '../handling/diff-document.ts';
import type { Environment } from '../handling/environment.ts';
import { type Handled, handle, isRecorded, load } from '../handling/handle.ts';
import { type HttpClient, readHttpAddress } from '../outgoing/http-client.ts';
import type { SealedSecrets } from '../vault/sealed-secrets.ts';
import { WEBHOOKS } from './webhook-kind.ts';
import { newWebhookSecret } from './webhook-secret.ts';

export type WebhookEnvironment = Environment & { readonly secrets: SealedSecrets; readonly outgoing: HttpClient };
type Written = Result<Handled<WebhookState, WebhookEvent>>;

const FORMER_SECRET_MS = 24 * 3_600_000;
/** Each adds a signature to each request. */
const MOST_OLDER_SECRETS = 3;

export const secretOwnerOf = (webhookId: string): string => `${webhook.category}-${webhookId}`;

/** Repeated, it makes and deletes no secret: later commands may have replaced those that it names. */
async function once(
  environment: WebhookEnvironment,
  id: string,
  context: CommandContext,
  write: (before: WebhookState) => Promise<Written>,
): Promise<Written> {
  const loaded = await load(environment, webhook, id);
  if (!isRecorded(loaded, context)) return write(loaded.state);
  const again = await handle(environment, webhook, id, [], context);
  // It was deleted since.
  return again.ok && loaded.state.kind !== 'document' ? reject('not-found', TEXTS.access.notFound) : again;
}

/** The vault has the secret before the log names it. */
export function createWebhook(
  environment: WebhookEnvironment,
  { organizationId, details }: { readonly organizationId: string; readonly details: JsonObject },
  context: CommandContext,
): Promise<Written> {
  const id = uuidV5(context.commandId, webhook.category);
  return once(environment, id, context, async () => {
    const refusal =
      (await refusalOfTarget(environment, details)) ?? (await refusalOfBatches(environment, organizationId, details));
    if (refusal) return refusal;
    const secretId = await sealSecret(environment, id, context);
    const document = { organizationId, details: { ...details, secretId }, id };
    return createDocument(environment, WEBHOOKS, document, context);
  });
}

/** A new host gets a new secret: it must not learn the one that the former host knows. */
export const changeWebhook = (
  environment: WebhookEnvironment,
  { id, payload }: ChangeDocument,
  context: CommandContext,
): Promise<Written> =>
  once(environment, id, context, async (before) => {
    const refusal =
      (await refusalOfTarget(environment, payload)) ??
      (await refusalOfBatches(environment, before.organizationId, payload, before.details.batchIds));
    if (refusal) return refusal;
    if (!isOtherHost(before.details.targetUrl, payload.targetUrl)) {
      return changeDocument(environment, WEBHOOKS, { id, payload }, context);
    }
    const secretId = await sealSecret(environment, id, context);
    const change = { id, payload: { ...payload, secretId, formerSecret: null } };
    return exchanged(environment, before, await changeDocument(environment, WEBHOOKS, change, context));
  });

function isOtherHost(before: string, wanted: unknown): boolean {
  const [one, other] = [before, typeof wanted === 'string' ? wanted.trim() : before].map(readHttpAddress);
  return one !== undefined && other !== undefined && one.host !== other.host;
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

/** Of the webhook's organization; those that it has can stay. */
async function refusalOfBatches(
  environment: WebhookEnvironment,
  organizationId: string,
  { batchIds }: JsonObject,
  present: readonly string[] = [],
): Promise<Result<never> | null> {
  const wanted = Array.isArray(batchIds) ? batchIds.filter((id) => typeof id === 'string') : [];
  const added = new Set(wanted).difference(new Set(present));
  // The webhook's own rule refuses that many.
  if (added.size > LIMITS.webhookBatches) return null;
  for (const id of added) {
    const { state } = await load(environment, batch, id);
    if (state.exists && state.organizationId === organizationId) continue;
    const message = TEXTS.webhooks.batchMissing(id);
    return reject('refused', message, [{ field: 'batchIds', message }]);
  }
  return null;
}

/** The former secret also signs until receivers have had a day to change it. */
export const rotateSecret = (
  environment: WebhookEnvironment,
  { id }: { readonly id: string },
  context: CommandContext,
): Promise<Written> =>
  once(environment, id, context, async (before) => {
    if (before.kind !== 'document') return reject('not-found', TEXTS.access.notFound);
    const secretId = await sealSecret(environment, id, context);
    const rotated = await handle(environment, webhook, id, ({ state }) => rotation(state, secretId, context), context);
    return exchanged(environment, before, rotated);
  });

function rotation({ details }: WebhookState, secretId: string, { at }: CommandContext) {
  const { secretId: former } = details;
  const until = new Date(Date.parse(at) + FORMER_SECRET_MS).toISOString();
  // The service may still have any of them: two tabs rotated, or the new secret was lost before it was copied.
  const older = formerSecretsOf(details)
    .filter((one) => one.until > at)
    .slice(0, MOST_OLDER_SECRETS)
    .map(({ secretId: id, until: end }) => ({ secretId: id, until: end }));
  const formerSecret = former === null ? null : { secretId: former, until, ...(older.length > 0 && { older }) };
  return accept([{ type: 'Change', data: { changes: { secretId, formerSecret } } } as const]);
}

/** Before its day is over, for example because it is known to others. */
export const endFormerSecret = (
  environment: WebhookEnvironment,
  { id }: { readonly id: string },
  context: CommandContext,
): Promise<Written> =>
  once(environment, id, context, async (before) => {
    if (before.kind !== 'document') return reject('not-found', TEXTS.access.notFound);
    const change = { type: 'Change', data: { changes: { formerSecret: null } } } as const;
    return exchanged(environment, before, await handle(environment, webhook, id, [change], context));
  });

/** Deletes the secrets that the webhook names no more. */
async function exchanged({ secrets }: WebhookEnvironment, before: WebhookState, written: Written): Promise<Written> {
  if (!written.ok) return written;
  const held = secretIdsOf(written.value.state.details);
  for (const id of secretIdsOf(before.details)) if (!held.includes(id)) await secrets.delete(id);
  return written;
}

export const secretIdsOf = (details: WebhookDetails): readonly string[] =>
  [details.secretId, ...formerSecretsOf(details).map(({ secretId }) => secretId)].filter((id) => id !== null);

export async function deleteWebhook(
  environment: WebhookEnvironment,
  { id }: { readonly id: string },
  context: CommandContext,
): Promise<Written> {
  const deleted = await deleteDocument(environment, WEBHOOKS, { id }, context);
  if (deleted.ok) for (const one of secretIdsOf(deleted.value.state.details)) await environment.secrets.delete(one);
  return deleted;
}

/**
 * A repetition, also at the same time or after a crash, keeps the secret of the first attempt. One that is refused leaves it to
 * the daily sweep, because another attempt may be about to store the event that names it.
 */
async function sealSecret({ secrets }: WebhookEnvironment, id: string, { commandId }: CommandContext): Promise<string> {
  const secretId = uuidV5(commandId, 'webhook secret');
  await secrets.add(secretId, newWebhookSecret(), secretOwnerOf(id));
  return secretId;
}
