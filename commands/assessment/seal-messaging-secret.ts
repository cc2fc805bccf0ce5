import { randomUUID } from 'node:crypto';
import { isMask } from '../../domain/values/secret-mask.ts';
import type { JsonObject } from '../handling/diff-document.ts';
import type { SealedSecrets } from '../vault/sealed-secrets.ts';

/** Replaces the secret by its vault entry's id. A mask and an unchanged secret change nothing. */
export async function sealMessagingSecret(
  secrets: SealedSecrets,
  { messagingSecretToken: sent, ...details }: JsonObject,
  { organizationId, heldId }: { readonly organizationId: string; readonly heldId: string | null },
): Promise<JsonObject> {
  if (sent === undefined) return details;
  const secret = typeof sent === 'string' ? sent.trim() : '';
  if (isMask(secret)) return details;
  if (secret === '') return { ...details, messagingSecretId: null };
  if (heldId !== null && (await secrets.get(heldId)) === secret) return details;
  const messagingSecretId = randomUUID();
  await secrets.put(messagingSecretId, secret, organizationId);
  return { ...details, messagingSecretId };
}
