import { LRUCache } from 'lru-cache';
import type { PublicEvents } from '../../commands/webhook/public-events.ts';
import { boxOf, type DeliveryRecords } from '../../commands/webhook-delivery/records.ts';
import { isOfItsBatches, wantedTypes } from '../../commands/webhook-delivery/wanted.ts';
import type { WebhookDocument } from '../../projections/webhooks.ts';
import type { FeedNumbers } from '../feed/feed-numbers.ts';

/** Counting stops here: the bodies of so many events are made in some seconds. */
const MOST_READ = 10_000;
const PAGE = 1000;
const WEBHOOKS_HELD = 1000;

/** Up to a number of the feed. */
interface Counted {
  readonly number: number;
  readonly read: number;
  readonly missed: number;
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
  const held = new LRUCache<string, Counted>({ max: WEBHOOKS_HELD });

  async function countedAfter(webhook: WebhookDocument, number: number, until: number): Promise<Counted> {
    const key = `${webhook._id} ${webhook.version} ${number}`;
    const types = wantedTypes(webhook.eventTypes);
    let counted = held.get(key) ?? { number, read: 0, missed: 0 };
    while (counted.number < until && counted.read < MOST_READ) {
      const last = Math.min(until, counted.number + PAGE);
      const page = await feedNumbers.range(webhook.organizationId, counted.number + 1, last);
      const wanted = page.filter(({ type }) => types.has(type));
      const events = await publicEvents.read(wanted);
      const missed = events.filter((event) => event && !event.isSilent && isOfItsBatches(webhook, event)).length;
      const next = page.at(-1)?.number;
      if (next === undefined) break;
      counted = { number: next, read: counted.read + wanted.length, missed: counted.missed + missed };
    }
    held.set(key, counted);
    return counted;
  }

  /** Also those that wait for their next attempt. */
  return async (webhook: WebhookDocument) => {
    const { _id, organizationId } = webhook;
    const [progress, count] = await Promise.all([records.progress.get(_id), feedNumbers.count(organizationId)]);
    const [waiting, counted] = await Promise.all([
      records.messages.count({ box: [boxOf(_id, 'waiting'), boxOf(_id, 'queued')] }),
      countedAfter(webhook, progress?.number ?? count, count),
    ]);
    return { missed: waiting + counted.missed, isMissedMore: counted.number < count && counted.read >= MOST_READ };
  };
}
