import type { AttemptRecord, WebhookJob, WebhookMessage } from '../../commands/webhook-delivery/records.ts';
import { adviceOf } from '../../domain/webhook/advice.ts';
import type { WebhookMessageView, WebhookReplay } from '../contract/webhooks.ts';

/** `responseOf` opens what the target answered; without it, lists show none. */
export async function webhookMessageView(
  { number, eventId, type, applicationId, state, tries, nextTryAt, firstAt, lastAt, attempts }: WebhookMessage,
  applicant: string | null,
  responseOf: (attempt: AttemptRecord) => Promise<string | null> = async () => null,
): Promise<WebhookMessageView> {
  const shown = attempts.toReversed().map(async (attempt) => {
    const { at, trigger, ms, status, failure } = attempt;
    const advice = failure === null ? null : adviceOf({ ...attempt, failure });
    return { at, trigger, ms, status, failure, advice, response: await responseOf(attempt) };
  });
  return {
    ...{ number, eventId, type, applicationId, applicant, state, tries, nextTryAt, firstAt, lastAt },
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
  sent,
  failed,
  createdAt,
  finishedAt,
}: WebhookJob): WebhookReplay => ({
  ...{ _id, state, isParkedOnly, rate, sent, failed, createdAt, finishedAt },
  pausedFor: pausedFor ?? null,
  total: Math.max(0, to - from + 1),
  done: Math.min(next, to + 1) - from,
});
