import { expect, test } from 'vitest';
import { NO_TRACKING } from '../../domain/application/events.ts';
import { LIMITS } from '../../domain/limits/limits.ts';
import { FEED_BLOCK, type FeedBlock, feed, feedBlockId, feedHeadId } from '../../projections/feed.ts';
import { given, type Happening } from '../../test/support/recorded.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import { type Cursor, FEED_START } from './cursors.ts';
import { createFeedNumbers } from './feed-numbers.ts';
import { createFeedPages } from './feed-pages.ts';

const submitted: Happening[1] = {
  type: 'ApplicationSubmitted',
  data: { organizationId: 'org', batchId: 'b', trackingNumber: 1, tracking: NO_TRACKING, userId: null },
  personal: { email: 'ada@example.com', values: {} },
};
const moved: Happening[1] = { type: 'StatusChanged', data: { from: 'NEW', to: 'INFORMATION SENT' } };

/** The documents after `count` events of one application; `without` are not stored yet. */
function pagesOf(count: number, without: readonly string[] = []) {
  const later = Array.from({ length: count - 1 }, (): Happening => ['application-a', moved]);
  const { document } = given(feed, ['application-a', submitted], ...later);
  const stored = (id: string) => (without.includes(id) ? undefined : document(id));
  const readModel = {
    get: async (id: string) => stored(id),
    getMany: async (ids: readonly string[]) => ids.flatMap((id) => stored(id) ?? []),
  };
  return createFeedPages(createFeedNumbers({ feed: readModel as unknown as ReadModels['feed'] }));
}
type Pages = ReturnType<typeof pagesOf>;

async function pageOf(pages: Pages, after: Cursor, limit = 100, types: readonly string[] | null = null) {
  const page = await pages.page({ organizationId: 'org', after, limit, types: types && new Set(types) });
  if (!page.ok) return page.rejection.code;
  const { references, next, hasMore } = page.value;
  return { positions: references.map(({ position }) => Number(position)), next, hasMore };
}

test('pages of any size joined are the whole list', async () => {
  const pages = pagesOf(250);
  for (const limit of [1, 7, FEED_BLOCK, 101, 1000]) {
    const joined: number[] = [];
    let after = FEED_START;
    for (let hasMore = true; hasMore; ) {
      const page = await pageOf(pages, after, limit);
      if (typeof page === 'string') throw new Error(page);
      joined.push(...page.positions);
      ({ next: after, hasMore } = page);
    }
    expect(joined).toEqual(Array.from({ length: 250 }, (_, n) => n + 1));
    expect(after).toEqual(await pages.newest('org'));
    expect(await pageOf(pages, after, limit)).toEqual({ positions: [], next: after, hasMore: false });
  }
});

test('a cursor passes hidden events, also more of them than one page looks at', async () => {
  const pages = pagesOf(LIMITS.feedScanned + 50);
  const first = await pageOf(pages, FEED_START, 10, ['DetailsSaved']);
  expect(first).toMatchObject({ positions: [], next: { number: LIMITS.feedScanned }, hasMore: true });
  if (typeof first === 'string') throw new Error(first);
  expect(await pageOf(pages, first.next, 10, ['DetailsSaved'])).toMatchObject({
    positions: [],
    next: { number: LIMITS.feedScanned + 50 },
    hasMore: false,
  });
});

test('a cursor beyond the log, or of an event that a restored log does not have, is refused', async () => {
  const before = pagesOf(120);
  const newest = await before.newest('org');
  expect(await pageOf(pagesOf(119), newest)).toBe('malformed');
  // Ids differ in another log.
  expect(await pageOf(pagesOf(150), newest)).toBe('malformed');
  expect(await pageOf(before, newest)).toMatchObject({ positions: [] });
});

test('a page ends before events that are counted but not stored yet', async () => {
  const pages = pagesOf(250, [feedBlockId('org', 1)]);
  const page = await pageOf(pages, FEED_START, 1000);
  expect(page).toMatchObject({ next: { number: 100 }, hasMore: false });
  expect(await pages.newest('org')).toMatchObject({ number: 100 });
});

test('an organization without events has an empty list', async () => {
  const pages = pagesOf(1, [feedHeadId('org'), feedBlockId('org', 0)]);
  expect(await pageOf(pages, FEED_START)).toEqual({ positions: [], next: FEED_START, hasMore: false });
  expect(await pages.newest('org')).toEqual(FEED_START);
});

test('a document of the list has no more than its share', () => {
  const later = Array.from({ length: FEED_BLOCK }, (): Happening => ['application-a', moved]);
  const { document } = given(feed, ['application-a', submitted], ...later);
  expect((document(feedBlockId('org', 0)) as FeedBlock).events).toHaveLength(FEED_BLOCK);
  expect((document(feedBlockId('org', 1)) as FeedBlock).events).toHaveLength(1);
});
