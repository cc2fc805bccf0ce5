import type { WebhookMessageView } from '../../../../../api/contract/webhooks.ts';
import type { MessageState } from '../../../../../domain/webhook/delivery.ts';

export const STATES: Readonly<Record<MessageState, string>> = {
  queued: 'Waiting behind another message',
  waiting: 'Waiting for the next attempt',
  replaying: 'A replay is retrying it',
  delivered: 'Delivered',
  parked: 'Parked',
  skipped: 'Skipped',
};

/** "Delivered (200)", "Delivered. The last attempt failed (500)" or "Parked (500), delivered before" */
export function stateWords({
  state,
  attempts,
  nextTryAt,
}: Pick<WebhookMessageView, 'state' | 'attempts' | 'nextTryAt'>): string {
  const [last] = attempts;
  const status = last?.status == null ? '' : ` (${last.status})`;
  if (state === 'delivered')
    return last?.failure ? `Delivered. The last attempt failed${status}` : `Delivered${status}`;
  const hasArrived = attempts.some(({ failure }) => failure === null);
  // A webhook that is paused or disabled makes no attempt.
  const words = state === 'waiting' && nextTryAt === null ? 'Waiting' : STATES[state];
  return `${words}${status}${hasArrived ? ', delivered before' : ''}`;
}
