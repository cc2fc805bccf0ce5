import { ERASURE_TYPE } from '../../domain/webhook/event-types.ts';
import type { WebhookDetails } from '../../domain/webhook/events.ts';
import type { PublicPayload } from '../../domain/webhook/payload-schema.ts';
import type { PublicEvent } from '../webhook/public-events.ts';
import type { WebhookMessage, WebhookProgress } from './records.ts';

/** Erasures go to every webhook. */
export const wantedTypes = (eventTypes: readonly string[]): ReadonlySet<string> =>
  new Set([ERASURE_TYPE, ...eventTypes]);

export function isOfItsBatches({ batchIds }: Pick<WebhookDetails, 'batchIds'>, { body }: PublicEvent): boolean {
  if (batchIds.length === 0) return true;
  const { type, data } = JSON.parse(body) as PublicPayload;
  return type === ERASURE_TYPE || batchIds.includes(data.batchId);
}

/** Whether a parked message is sent once the webhook is enabled: it failed in a replay meanwhile, or since the webhook fails. */
export const isRevived = (
  { tries, number, lastAt }: Pick<WebhookMessage, 'tries' | 'number' | 'lastAt'>,
  { number: done, failingSince }: Pick<WebhookProgress, 'number' | 'failingSince'>,
): boolean => (tries === 0 && number > done) || (failingSince !== null && lastAt >= failingSince);
