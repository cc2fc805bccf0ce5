import type { Feed } from '../../commands/webhook-delivery/feed.ts';
import {
  FEED_BLOCK,
  type FeedApplication,
  type FeedBlock,
  type FeedHead,
  type FeedReference,
  feedBlockId,
  feedHeadId,
  feedReference,
} from '../../projections/feed.ts';
import type { ReadModels } from '../read-models/read-models.ts';

export interface NumberedReference extends FeedReference {
  readonly number: number;
}

/** The numbered events of an organization, as the read model stores them. */
export interface FeedNumbers extends Feed {
  range(organizationId: string, first: number, last: number): Promise<readonly NumberedReference[]>;
}

export function createFeedNumbers({ feed }: Pick<ReadModels, 'feed'>): FeedNumbers {
  const count = async (organizationId: string): Promise<number> => {
    const head = (await feed.get(feedHeadId(organizationId))) as FeedHead | undefined;
    return head?.count ?? 0;
  };

  /** Without gaps: a store may show the count before the events. */
  async function range(organizationId: string, first: number, last: number): Promise<readonly NumberedReference[]> {
    const blocks = Array.from({ length: blockOf(last) - blockOf(first) + 1 }, (_, n) => blockOf(first) + n);
    const documents = await feed.getMany(blocks.map((block) => feedBlockId(organizationId, block)));
    const byId = new Map(documents.map((document) => [document._id, document as FeedBlock]));
    const found: string[] = [];
    for (const block of blocks) {
      const events = byId.get(feedBlockId(organizationId, block))?.events ?? [];
      found.push(...events);
      if (events.length < FEED_BLOCK) break;
    }
    const skipped = (first - 1) % FEED_BLOCK;
    return found
      .slice(skipped, skipped + last - first + 1)
      .map((stored, n) => ({ ...feedReference(stored), number: first + n }));
  }

  return {
    count,
    range,
    async numberAt(organizationId, position) {
      let [low, high] = [0, await count(organizationId)];
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        const [reference] = await range(organizationId, middle, middle);
        if (reference && reference.position <= position) low = middle;
        else high = middle - 1;
      }
      return low;
    },

    async publishersOf(applicationIds) {
      const ids = [...new Set(applicationIds)];
      const found = (await feed.getMany(ids)) as readonly FeedApplication[];
      return found.length < ids.length ? null : new Set(found.map(({ publishedBy }) => publishedBy));
    },
  };
}

const blockOf = (number: number): number => Math.floor((number - 1) / FEED_BLOCK);
