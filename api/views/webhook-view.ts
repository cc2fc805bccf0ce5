import type { SealedSecrets } from '../../commands/vault/sealed-secrets.ts';
import { boxOf, type DeliveryRecords, MOST_BLOCKED } from '../../commands/webhook-delivery/records.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { maskSecret } from '../../domain/values/secret-mask.ts';
import { adviceOf, type FailedAttempt } from '../../domain/webhook/advice.ts';
import type { MessageState } from '../../domain/webhook/delivery.ts';
import { webhook } from '../../domain/webhook/webhook.ts';
import type { WebhookDocument } from '../../projections/webhooks.ts';
import type { Webhook, WebhookHealth } from '../contract/webhooks.ts';

/** Documents of the former version lack newer members until the read model is built. */
const { standing: ENABLED, details } = webhook.initial;
const { batchIds, chatForm, chatText } = details;
const NEWER: Partial<Webhook> = { batchIds, chatForm, chatText };
const standingOf = ({ standing }: Partial<WebhookDocument>) => standing ?? ENABLED;

const GONE = { failure: 'gone', status: 410 } as const;

export interface WebhookViews {
  now(document: WebhookDocument): Promise<Webhook>;
  /**
   * To the person whose command made this secret, and to nobody else: null if a repetition comes after another secret has
   * replaced it.
   */
  withSecret(document: WebhookDocument, madeSecretId: string | null): Promise<Webhook>;
  past(document: WebhookDocument): Promise<Webhook>;
}

export function createWebhookViews(
  secrets: Pick<SealedSecrets, 'get'>,
  records: Pick<DeliveryRecords, 'messages' | 'progress'>,
  now: () => number,
): WebhookViews {
  const secretOf = async ({ secretId }: WebhookDocument): Promise<string | null> =>
    (secretId === null ? undefined : await secrets.get(secretId)) ?? null;

  async function healthOf(document: WebhookDocument): Promise<WebhookHealth> {
    const { _id } = document;
    const inBox = (state: MessageState) => records.messages.count({ box: boxOf(_id, state) });
    const [progress, waiting, queued, replaying, parked] = await Promise.all([
      records.progress.get(_id),
      inBox('waiting'),
      inBox('queued'),
      inBox('replaying'),
      inBox('parked'),
    ]);
    const standing = standingOf(document);
    const { failingSince = null, lastDeliveredAt = null, lastFailure = null } = progress ?? {};
    const isFailing = failingSince !== null;
    // A replay's answer is no failure of the webhook, but 410 has disabled it.
    const isGone = standing.kind === 'disabled' && standing.reason === 'gone';
    const refused = !isGone && !isFailing && waiting === 0 && replaying + parked > 0 ? await newestOf(_id) : null;
    const failure = isGone ? GONE : (refused ?? (isFailing || waiting + parked > 0 ? lastFailure : null));
    const full = waiting + queued >= MOST_BLOCKED ? TEXTS.webhooks.tooManyWait(MOST_BLOCKED) : null;
    const advice = [failure && adviceOf(failure), full].filter((one) => one !== null).join(' ');
    return {
      state: standing.kind !== 'enabled' ? standing.kind : isFailing ? 'failing' : waiting > 0 ? 'retrying' : 'healthy',
      since: standing.kind === 'enabled' ? failingSince : standing.since,
      reason: standing.kind === 'disabled' ? standing.reason : null,
      waiting,
      replaying,
      parked,
      lastDeliveredAt,
      advice: advice === '' ? null : advice,
    };
  }

  /** Why the newest message of those that a replay tries again, or that are parked, failed. */
  async function newestOf(webhookId: string): Promise<FailedAttempt | null> {
    const box = [boxOf(webhookId, 'replaying'), boxOf(webhookId, 'parked')];
    const { documents } = await records.messages.find({ box }, { limit: 1 });
    const last = documents[0]?.attempts.at(-1);
    return last && last.failure !== null ? { ...last, failure: last.failure } : null;
  }

  const shown = (
    { _pos, secretId, formerSecret, isDeleted, standing, ...rest }: WebhookDocument,
    secret: string | null,
    health: WebhookHealth | null,
  ): Webhook => {
    const isSigning = health !== null && formerSecret && now() < Date.parse(formerSecret.until);
    return {
      ...NEWER,
      ...rest,
      standing: standingOf({ standing }).kind,
      health,
      secret,
      formerSecretUntil: isSigning ? formerSecret.until : null,
    };
  };

  const masked = (secret: string | null) => (secret === null ? null : maskSecret(secret));

  return {
    async now(document) {
      const [secret, health] = await Promise.all([secretOf(document), healthOf(document)]);
      return shown(document, masked(secret), health);
    },
    async withSecret(document, madeSecretId) {
      const [secret, health] = await Promise.all([secretOf(document), healthOf(document)]);
      return shown(document, document.secretId === madeSecretId ? secret : null, health);
    },
    past: async (document) => shown(document, masked(await secretOf(document)), null),
  };
}
