import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { LIMITS } from '../../domain/limits/limits.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { ERASURE_TYPE } from '../../domain/webhook/event-types.ts';
import type { FeedReference } from '../../projections/feed.ts';
import { type Cursor, FEED_START } from './cursors.ts';
import type { FeedNumbers } from './feed-numbers.ts';

export interface FeedQuery {
  readonly organizationId: string;
  readonly after: Cursor;
  /** Null for all. Erasures are never left out. */
  readonly types: ReadonlySet<string> | null;
  readonly limit: number;
}

export interface FeedPage {
  readonly references: readonly FeedReference[];
  /** Behind the last event that was looked at, whether the filter shows or hides it. */
  readonly next: Cursor;
  readonly hasMore: boolean;
}

const PAGE = 1000;

export const isWanted = (type: string, types: ReadonlySet<string> | null): boolean =>
  types === null || type === ERASURE_TYPE || types.has(type);

/** Pages of the numbered events of an organization. */
export function createFeedPages({ count: countOf, range }: Pick<FeedNumbers, 'count' | 'range'>) {
  return {
    async newest(organizationId: string): Promise<Cursor> {
      // A store may show the count before the events.
      for (let last = await countOf(organizationId); last > 0; last -= PAGE) {
        const page = await range(organizationId, Math.max(1, last - PAGE + 1), last);
        const newest = page.at(-1);
        if (newest) return { number: newest.number, tag: newest.tag };
      }
      return FEED_START;
    },

    async page({ organizationId, after, types, limit }: FeedQuery): Promise<Result<FeedPage>> {
      const count = await countOf(organizationId);
      if (after.number > count) return refuseCursor();
      const last = Math.min(count, after.number + Math.max(limit, types === null ? 0 : LIMITS.feedScanned));
      const [known, ...following] = await range(organizationId, Math.max(1, after.number), Math.max(1, last));
      if (after.number > 0 && known?.tag !== after.tag) return refuseCursor();
      const rest = after.number === 0 && known ? [known, ...following] : following;
      const references: FeedReference[] = [];
      let { number, tag } = after;
      for (const reference of rest) {
        if (references.length === limit) break;
        number += 1;
        tag = reference.tag;
        if (isWanted(reference.type, types)) references.push(reference);
      }
      const read = after.number + rest.length;
      return accept({ references, next: { number, tag }, hasMore: number < read || (read === last && last < count) });
    },
  };
}

export const refuseCursor = () =>
  reject('malformed', TEXTS.feed.cursorUnknown, [{ field: 'after', message: TEXTS.feed.cursorUnknown }]);
