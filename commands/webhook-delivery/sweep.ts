import type { MessageState } from '../../domain/webhook/delivery.ts';
import { inPages } from '../../timing/in-pages.ts';
import { sweepOldest } from '../vault/sweep.ts';
import type { AttemptRecord, DeliveryRecords, WebhookJob, WebhookMessage } from './records.ts';

const DAY_MS = 24 * 3_600_000;
const KEPT_DAYS = 30;
/** Parked messages wait for a decision of staff; afterwards the feed still has their events. */
const KEPT_PARKED_DAYS = 90;
const PAGE = 500;

/** Removes records of messages that ended long ago, and what targets answered long ago. */
export async function sweepDeliveries({ messages, jobs }: DeliveryRecords, now: number): Promise<void> {
  const remove = (states: readonly MessageState[], days: number) =>
    sweepOldest<WebhookMessage>(messages, {
      filter: { state: states },
      by: 'lastAt',
      isOver: ({ lastAt }) => Date.parse(lastAt) < now - days * DAY_MS,
    });
  await remove(['delivered', 'skipped'], KEPT_DAYS);
  await remove(['parked', 'replaying'], KEPT_PARKED_DAYS);
  await removeAnswers(messages, now - KEPT_DAYS * DAY_MS);
  await sweepOldest<WebhookJob>(jobs, {
    filter: { state: ['asked', 'done', 'cancelled'] },
    by: 'createdAt',
    isOver: ({ createdAt }) => Date.parse(createdAt) < now - KEPT_DAYS * DAY_MS,
  });
}

/** Of messages that stay longer than what targets answered, in any state: a redelivery keeps a delivered one. */
async function removeAnswers(messages: DeliveryRecords['messages'], before: number): Promise<void> {
  const isOld = ({ at, response }: AttemptRecord) => response !== null && Date.parse(at) < before;
  const oldestFirst = inPages((from) => messages.find({}, { sort: { by: 'firstAt' }, limit: PAGE, ...from }));
  for await (const { documents } of oldestFirst) {
    for (const message of documents) {
      if (Date.parse(message.firstAt) >= before) return;
      if (!message.attempts.some(isOld)) continue;
      const attempts = message.attempts.map((one) => (isOld(one) ? { ...one, response: null } : one));
      await messages.replace({ ...message, attempts }, { state: message.state, lastAt: message.lastAt });
    }
  }
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
