import type {
  AttemptRecord,
  WebhookJob,
  WebhookMessage,
  WebhookProgress,
} from '../../commands/webhook-delivery/records.ts';
import { adviceOf } from '../../domain/webhook/advice.ts';
import type { WebhookDocument } from '../../projections/webhooks.ts';
import type { WebhookMessageView, WebhookReplay } from '../contract/webhooks.ts';

/** What decides when a message is tried next. */
interface Sending {
  readonly webhook: Pick<WebhookDocument, 'standing'>;
  /** Undefined if nothing has been sent. */
  readonly progress: Pick<WebhookProgress, 'down'> | undefined;
}

function nextTryOf(
  { nextTryAt, attempts }: Pick<WebhookMessage, 'nextTryAt' | 'attempts'>,
  { webhook, progress }: Sending,
): string | null {
  // That answer disables the webhook, which the read model may not show yet.
  if (attempts.at(-1)?.failure === 'gone') return null;
  if (nextTryAt === null || webhook.standing.kind !== 'enabled') return null;
  const down = progress?.down?.nextTryAt;
  return down !== undefined && down > nextTryAt ? down : nextTryAt;
}

/** `responseOf` opens what the target answered; without it, lists show none. */
export async function webhookMessageView(
  message: WebhookMessage,
  applicant: string | null,
  sending: Sending,
  responseOf: (attempt: AttemptRecord) => Promise<string | null> = async () => null,
): Promise<WebhookMessageView> {
  const { number, eventId, type, applicationId, state, tries, happenedAt, firstAt, lastAt, attempts } = message;
  const shown = attempts.toReversed().map(async (attempt) => {
    const { at, trigger, ms, status, failure } = attempt;
    const advice = failure === null ? null : adviceOf({ ...attempt, failure });
    return { at, trigger, ms, status, failure, advice, response: await responseOf(attempt) };
  });
  return {
    ...{ number, eventId, type, applicationId, applicant, state, tries, firstAt, lastAt },
    happenedAt: happenedAt ?? null,
    nextTryAt: nextTryOf(message, sending),
    attempts: await Promise.all(shown),
  };
}

export const webhookReplayView = ({
  _id,
  state,
  pausedFor,
  isParkedOnly,
  rate,
  from,
  to,
  next,
  parked,
  sent,
  failed,
  createdAt,
  finishedAt,
}: WebhookJob): WebhookReplay => ({
  ...{ _id, isParkedOnly, rate, sent, failed, createdAt, finishedAt },
  state: state === 'asked' ? 'running' : state,
  pausedFor: pausedFor ?? null,
  total: parked ?? Math.max(0, to - from + 1),
  done: parked === undefined ? Math.min(next, to + 1) - from : next > to ? parked : Math.min(parked, sent + failed),
});
