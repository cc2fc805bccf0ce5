import { Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { MemoryLog } from '../../test/support/memory-log.ts';
import { opened, type ShopEvent, sold } from '../../test/support/shop.ts';
import type { EventPage } from './event-source.ts';
import { followPages } from './feed.ts';

function openFeed(limit: number, maxWeight = 1e6) {
  const log = new MemoryLog();
  const live = new Subject<EventPage>();
  const stopping = new AbortController();
  const readFrom: bigint[] = [];
  const source = {
    readAll(page: { after: bigint; limit: number }) {
      readFrom.push(page.after);
      return log.readAll(page);
    },
  };
  const append = (count: number, event: ShopEvent = sold(1)) => {
    const events = Array.from({ length: count }, () => log.append('shop-a', event));
    live.next({ events, position: events.at(-1)?.position ?? 0n });
  };
  const pages = followPages(source, live, { after: 0n, signal: stopping.signal, limit, maxWeight })[
    Symbol.asyncIterator
  ]();
  return {
    append,
    readFrom,
    live,
    stop: () => stopping.abort(),
    next: async () => {
      const { value, done } = await pages.next();
      return done ? 'over' : (value as EventPage).events.map(({ position }) => Number(position));
    },
  };
}

test('existing events are read from the log, live ones are passed on', async () => {
  const feed = openFeed(10);
  feed.append(3);
  expect(await feed.next()).toEqual([1, 2, 3]);
  const waiting = feed.next();
  await new Promise(setImmediate);
  feed.append(2);
  expect(await waiting).toEqual([4, 5]);
  expect(feed.readFrom).toEqual([0n, 3n]);
  feed.stop();
  expect(await feed.next()).toBe('over');
});

test('a consumer that falls behind the limit reads from the log again, each event once', async () => {
  const feed = openFeed(10);
  feed.append(1);
  expect(await feed.next()).toEqual([1]);
  const waiting = feed.next();
  await new Promise(setImmediate);
  feed.append(1);
  expect(await waiting).toEqual([2]);
  const reads = feed.readFrom.length;
  for (let n = 0; n < 4; n += 1) feed.append(4);
  expect(await feed.next()).toEqual(Array.from({ length: 16 }, (_, n) => n + 3));
  expect(feed.readFrom.slice(reads)).toEqual([2n]);
  feed.live.complete();
  expect(await feed.next()).toBe('over');
});

test('a few large events count like many small ones', async () => {
  const feed = openFeed(100, 1000);
  feed.append(1);
  expect(await feed.next()).toEqual([1]);
  const waiting = feed.next();
  await new Promise(setImmediate);
  feed.append(1);
  expect(await waiting).toEqual([2]);
  const reads = feed.readFrom.length;
  feed.append(2, opened('x'.repeat(400)));
  expect(await feed.next()).toEqual([3, 4]);
  expect(feed.readFrom).toHaveLength(reads);
  for (let n = 0; n < 3; n += 1) feed.append(1, opened('x'.repeat(400)));
  expect(await feed.next()).toEqual([5, 6, 7]);
  expect(feed.readFrom.slice(reads)).toEqual([4n]);
  feed.stop();
});
