import { randomUUID } from 'node:crypto';
import { SHORTEST_SECRET } from '../../domain/assessment/details.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { isMask, secretFault } from '../../domain/values/secret-mask.ts';
import type { JsonObject } from '../handling/diff-document.ts';
import type { SealedSecrets } from '../vault/sealed-secrets.ts';

/** Replaces the secret by its vault entry's id. A mask and an unchanged secret, however short, change nothing. */
export async function sealMessagingSecret(
  secrets: SealedSecrets,
  { messagingSecretToken: sent, ...details }: JsonObject,
  { organizationId, heldId }: { readonly organizationId: string; readonly heldId: string | null },
): Promise<Result<JsonObject>> {
  if (sent === undefined) return accept(details);
  const secret = typeof sent === 'string' ? sent.trim() : '';
  if (isMask(secret)) return accept(details);
  if (secret === '') return accept({ ...details, messagingSecretId: null });
  if (heldId !== null && (await secrets.get(heldId)) === secret) return accept(details);
  const message =
    secretFault(secret) ?? (visibleLength(secret) < SHORTEST_SECRET ? TEXTS.assessments.secretTooShort : null);
  if (message !== null) return reject('refused', message, [{ field: 'messagingSecretToken', message }]);
  const messagingSecretId = randomUUID();
  await secrets.put(messagingSecretId, secret, organizationId);
  return accept({ ...details, messagingSecretId });
}

const visibleLength = (secret: string): number => [...secret.replaceAll(/\s/g, '')].length;
