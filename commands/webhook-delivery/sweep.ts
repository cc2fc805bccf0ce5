import type { MessageState } from '../../domain/webhook/delivery.ts';
import { sweepOldest } from '../vault/sweep.ts';
import type { DeliveryRecords, WebhookJob, WebhookMessage } from './records.ts';

const DAY_MS = 24 * 3_600_000;
const KEPT_DAYS = 30;
/** Parked messages wait for a decision of staff; afterwards the feed still has their events. */
const KEPT_PARKED_DAYS = 90;
const PAGE = 500;

/** Removes records of messages that ended long ago. */
export async function sweepDeliveries({ messages, jobs }: DeliveryRecords, now: number): Promise<void> {
  const remove = (states: readonly MessageState[], days: number) =>
    sweepOldest<WebhookMessage>(messages, {
      filter: { state: states },
      by: 'lastAt',
      isOver: ({ lastAt }) => Date.parse(lastAt) < now - days * DAY_MS,
    });
  await remove(['delivered', 'skipped'], KEPT_DAYS);
  await remove(['parked'], KEPT_PARKED_DAYS);
  await sweepOldest<WebhookJob>(jobs, {
    filter: { state: ['done', 'cancelled'] },
    by: 'createdAt',
    isOver: ({ createdAt }) => Date.parse(createdAt) < now - KEPT_DAYS * DAY_MS,
  });
}

/** Of a deleted webhook. */
export async function removeRecords(records: DeliveryRecords, webhookId: string): Promise<void> {
  for (const collection of [records.messages, records.jobs]) {
    for (;;) {
      const { documents } = await collection.find({ webhookId }, { limit: PAGE });
      await Promise.all(documents.map(({ _id }) => collection.delete(_id)));
      if (documents.length < PAGE) break;
    }
  }
  await records.progress.delete(webhookId);
}
