import { LRUCache } from 'lru-cache';
import type { PublicEvents } from '../../commands/webhook/public-events.ts';
import { boxOf, type DeliveryRecords, type WebhookMessage } from '../../commands/webhook-delivery/records.ts';
import { isOfItsBatches, isRevived, wantedTypes } from '../../commands/webhook-delivery/wanted.ts';
import type { WebhookDocument } from '../../projections/webhooks.ts';
import { inPages } from '../../timing/in-pages.ts';
import type { FeedNumbers } from '../feed/feed-numbers.ts';

/** Counting stops here: the bodies of so many events are made in some seconds. */
const MOST_READ = 10_000;
const PAGE = 1000;
/** Of all webhooks. */
const MOST_HELD = 1_000_000;

/** Up to a number of the feed. */
interface Counted {
  readonly number: number;
  readonly read: number;
  /** Numbers of the events that it would get. */
  readonly wanted: readonly number[];
}

/** Counts the events that a webhook has not got. Pages ask again and again, so each event is counted once. */
export function createMissedCount({
  records,
  feedNumbers,
  publicEvents,
}: {
  readonly records: Pick<DeliveryRecords, 'messages' | 'progress'>;
  readonly feedNumbers: Pick<FeedNumbers, 'count' | 'range'>;
  readonly publicEvents: Pick<PublicEvents, 'read'>;
}) {
  const held = new LRUCache<string, Counted>({
    maxSize: MOST_HELD,
    sizeCalculation: ({ wanted }) => wanted.length + 1,
  });

  async function countedAfter(webhook: WebhookDocument, number: number, until: number): Promise<Counted> {
    const key = `${webhook._id} ${webhook.version} ${number}`;
    const types = wantedTypes(webhook.eventTypes);
    let counted = held.get(key) ?? { number, read: 0, wanted: [] };
    while (counted.number < until && counted.read < MOST_READ) {
      const last = Math.min(until, counted.number + PAGE);
      const page = await feedNumbers.range(webhook.organizationId, counted.number + 1, last);
      const references = page.filter(({ type }) => types.has(type));
      const events = await publicEvents.read(references);
      const wanted = references.filter((_, n) => {
        const event = events[n];
        return event && !event.isSilent && isOfItsBatches(webhook, event);
      });
      const next = page.at(-1)?.number;
      if (next === undefined) break;
      counted = {
        number: next,
        read: counted.read + references.length,
        wanted: [...counted.wanted, ...wanted.map((one) => one.number)],
      };
    }
    held.set(key, counted);
    return counted;
  }

  /** Numbers behind the given one that have a record, such as those that a replay has delivered meanwhile. */
  async function recordedAfter(webhookId: string, number: number): Promise<ReadonlySet<number>> {
    const recorded = new Set<number>();
    const { documents } = await records.messages.find({ webhookId }, { limit: 1 });
    if ((documents[0]?.number ?? 0) <= number) return recorded;
    for await (const page of inPages((at) => records.messages.find({ webhookId }, { limit: PAGE, ...at }))) {
      for (const one of page.documents) {
        if (one.number <= number || recorded.size >= MOST_READ) return recorded;
        if (one.state !== 'replaying') recorded.add(one.number);
      }
    }
    return recorded;
  }

  async function parkedOf(webhookId: string): Promise<readonly WebhookMessage[]> {
    const { documents } = await records.messages.find({ box: boxOf(webhookId, 'parked') }, { limit: MOST_READ });
    return documents;
  }

  /** `missed`: what enabling the webhook sends, also once more; `waiting`: what of it a webhook that is enabled has to send. */
  return async (webhook: WebhookDocument) => {
    const { _id, organizationId } = webhook;
    const [progress, count] = await Promise.all([records.progress.get(_id), feedNumbers.count(organizationId)]);
    const from = progress?.number ?? count;
    const [recordedWaiting, parked, recorded, counted] = await Promise.all([
      records.messages.count({ box: [boxOf(_id, 'waiting'), boxOf(_id, 'queued')] }),
      parkedOf(_id),
      recordedAfter(_id, from),
      countedAfter(webhook, from, count),
    ]);
    const revived = progress ? parked.filter((one) => isRevived(one, progress)).length : 0;
    const waiting = recordedWaiting + counted.wanted.filter((number) => !recorded.has(number)).length;
    return { waiting, missed: waiting + revived, isMissedMore: counted.number < count && counted.read >= MOST_READ };
  };
}
