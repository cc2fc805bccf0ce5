import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../diff-document.ts';
import { isMask, type SealedSecrets } from '../vault/sealed-secrets.ts';

/**
 * Puts the secret that was sent into the vault, and its entry's id in its place: the log learns only that it changed. A mask
 * that comes back, and the secret that holds, change nothing; what nothing names is swept from the vault later.
 */
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
