import type { SealedSecrets } from '../../commands/vault/sealed-secrets.ts';
import { maskSecret } from '../../domain/values/secret-mask.ts';
import type { WebhookDocument } from '../../projections/webhooks.ts';
import type { Webhook } from '../contract/webhooks.ts';

type Secrets = Pick<SealedSecrets, 'get'>;

export const webhookView = async (document: WebhookDocument, secrets: Secrets): Promise<Webhook> =>
  shown(document, maskOf(await secretOf(document, secrets)));

/** The only answer with the secret, for the person who created it. */
export const webhookViewWithSecret = async (document: WebhookDocument, secrets: Secrets): Promise<Webhook> =>
  shown(document, await secretOf(document, secrets));

const shown = ({ _pos, secretId, isDeleted, ...rest }: WebhookDocument, secret: string | null): Webhook => ({
  ...rest,
  secret,
});

const secretOf = async ({ secretId }: WebhookDocument, secrets: Secrets): Promise<string | null> =>
  (secretId === null ? undefined : await secrets.get(secretId)) ?? null;

const maskOf = (secret: string | null): string | null => (secret === null ? null : maskSecret(secret));
