import { randomUUID } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Appended,
  AppendTooLarge,
  type EventPage,
  type EventStore,
  type EventToStore,
  MAX_APPEND_BYTES,
  MAX_PAGE_BYTES,
  NO_STREAM,
  START,
  type StoredEvent,
  StoreUnavailable,
  WrongExpectedRevision,
} from '../../commands/event-store/port.ts';

/** One log, opened by one adapter; `reopen` leaves the store and comes back to the same log. */
export interface OpenedEventStore {
  readonly store: EventStore;
  reopen(): Promise<OpenedEventStore>;
  /** Closes the store and clears away the log. */
  dispose(): Promise<void>;
}

const happened = (data = '{}'): EventToStore => ({
  id: randomUUID(),
  type: 'SomethingHappened',
  data,
  metadata: JSON.stringify({ at: '2026-01-01T00:00:00.000Z', hash: 'h' }),
});
const several = (count: number) => Array.from({ length: count }, () => happened());
const newStream = () => `application-${randomUUID()}`;
const ids = (events: readonly { readonly id: string }[]) => events.map(({ id }) => id);
/** The same answer; only that it is a repeat may be said. */
const sameAs = ({ revision, position }: Appended) => ({ revision, position });
const answerOf = async (append: Promise<Appended>) => {
  const { isRepeat, ...answer } = await append;
  expect(isRepeat).not.toBe(false);
  return answer;
};
const never = new AbortController().signal;

/** What every adapter of the event store must do (eventstore-facts: the log's own rules, seen through the port). */
export function eventStoreContract(name: string, open: () => Promise<OpenedEventStore>): void {
  describe(`event store: ${name}`, () => {
    let opened: OpenedEventStore;
    let store: EventStore;
    beforeAll(async () => {
      opened = await open();
      store = opened.store;
    });
    afterAll(() => opened.dispose());

    /** Another way to read: everything behind a position, in pages. */
    const readOn = async (after: bigint, limit = 100): Promise<StoredEvent[]> => {
      const events: StoredEvent[] = [];
      for (let position = after; ; ) {
        const page = await store.readAll({ after: position, limit });
        events.push(...page.events);
        if (page.position === position) return events;
        position = page.position;
      }
    };

    describe('appending', () => {
      test('events are kept to the letter', async () => {
        const stream = newStream();
        const event = happened('{"name":"Zoë 🦊 \\u0000 سلام","n":1.0,  "gap": null}');
        const { revision, position, isRepeat } = await store.append(stream, NO_STREAM, [event]);
        expect(revision).toBe(0);
        expect(isRepeat).not.toBe(true);
        expect(await store.readStream(stream)).toEqual([{ ...event, stream, revision: 0, position }]);
      });

      test('a stream grows at exactly its last revision', async () => {
        const stream = newStream();
        const [first, second, third] = [happened(), happened(), happened()];
        expect((await store.append(stream, NO_STREAM, [first])).revision).toBe(0);
        expect((await store.append(stream, 0, [second, third])).revision).toBe(2);
        const stored = await store.readStream(stream);
        expect(ids(stored)).toEqual(ids([first, second, third]));
        expect(stored.map(({ revision }) => revision)).toEqual([0, 1, 2]);
      });

      test.each([
        ['a stream that exists already', NO_STREAM],
        ['a revision that has been passed', 0],
        ['a revision not reached yet', 7],
      ])('refuses %s and names the actual revision', async (_, expected) => {
        const stream = newStream();
        await store.append(stream, NO_STREAM, several(3));
        const refused = store.append(stream, expected, [happened()]);
        await expect(refused).rejects.toBeInstanceOf(WrongExpectedRevision);
        await expect(refused).rejects.toMatchObject({ stream, expectedRevision: expected, actualRevision: 2 });
        expect(await store.readStream(stream)).toHaveLength(3);
      });

      test('refuses a revision in a stream that does not exist', async () => {
        const stream = newStream();
        await expect(store.append(stream, 0, [happened()])).rejects.toMatchObject({ actualRevision: NO_STREAM });
        expect(await store.readStream(stream)).toEqual([]);
      });

      test('of 32 that create one stream at once exactly one wins', async () => {
        const stream = newStream();
        const attempts = several(32).map((event) => store.append(stream, NO_STREAM, [event]));
        const results = await Promise.allSettled(attempts);
        expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        for (const result of results) {
          if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(WrongExpectedRevision);
        }
        expect(await store.readStream(stream)).toHaveLength(1);
      });

      test('32 writers that decide again after each refusal all get in, without gaps', async () => {
        const stream = newStream();
        const write = async (event: EventToStore) => {
          for (;;) {
            const last = (await store.readStream(stream)).at(-1);
            try {
              return await store.append(stream, last?.revision ?? NO_STREAM, [event]);
            } catch (error) {
              if (!(error instanceof WrongExpectedRevision)) throw error;
            }
          }
        };
        const events = several(32);
        await Promise.all(events.map(write));
        const stored = await store.readStream(stream);
        expect(stored.map(({ revision }) => revision)).toEqual([...events.keys()]);
        expect(new Set(ids(stored))).toEqual(new Set(ids(events)));
      });

      test('appends issued in one turn, each building on the one before, are stored in that order', async () => {
        const stream = newStream();
        const events = several(200);
        const appended = await Promise.all(events.map((event, n) => store.append(stream, n - 1, [event])));
        expect(appended.map(({ revision }) => revision)).toEqual([...events.keys()]);
        expect(ids(await store.readStream(stream))).toEqual(ids(events));
      });

      test('an append is all or nothing', async () => {
        const stream = newStream();
        await store.append(stream, NO_STREAM, several(2));
        const before = await store.head();
        await expect(store.append(stream, 0, several(5))).rejects.toBeInstanceOf(WrongExpectedRevision);
        await expect(store.append(newStream(), 3, several(5))).rejects.toBeInstanceOf(WrongExpectedRevision);
        expect(await store.readStream(stream)).toHaveLength(2);
        expect(await readOn(before)).toEqual([]);
      });

      test('a refused append does not disturb those beside it', async () => {
        const taken = newStream();
        await store.append(taken, NO_STREAM, [happened()]);
        const streams = Array.from({ length: 10 }, newStream);
        const results = await Promise.allSettled(
          streams.flatMap((stream) => [
            store.append(stream, NO_STREAM, several(3)),
            store.append(taken, NO_STREAM, several(3)),
          ]),
        );
        expect(results.map(({ status }) => status)).toEqual(streams.flatMap(() => ['fulfilled', 'rejected']));
        for (const stream of streams) expect(await store.readStream(stream)).toHaveLength(3);
      });

      test('holds up to the limit in bytes and refuses more with a clear error', async () => {
        const frame = happened('');
        const room = MAX_APPEND_BYTES - Buffer.byteLength(frame.type + frame.metadata);
        const stream = newStream();
        const largest = happened(`"${'é'.repeat((room - 2) / 2)}"${' '.repeat(room % 2)}`);
        const appended = await store.append(stream, NO_STREAM, [largest]);
        expect(appended.revision).toBe(0);
        expect((await store.readStream(stream))[0]?.data).toBe(largest.data);

        const tooLarge = store.append(newStream(), NO_STREAM, [happened(`${largest.data} `)]);
        await expect(tooLarge).rejects.toBeInstanceOf(AppendTooLarge);
        await expect(tooLarge).rejects.toThrow(/at most 1048576 bytes, this one has 1048577/);
        const half = happened(' '.repeat(MAX_APPEND_BYTES / 2));
        await expect(store.append(newStream(), NO_STREAM, [half, half])).rejects.toBeInstanceOf(AppendTooLarge);
      });

      test.each<[string, string, number, EventToStore[]]>([
        ['an empty append', newStream(), NO_STREAM, []],
        ['an id that is no UUID', newStream(), NO_STREAM, [{ ...happened(), id: 'first' }]],
        ['an empty type', newStream(), NO_STREAM, [{ ...happened(), type: '' }]],
        ['a stream without a name', '', NO_STREAM, [happened()]],
        ['a revision that is none', newStream(), -2, [happened()]],
      ])('%s is a mistake of the program', async (_, stream, revision, events) => {
        await expect(store.append(stream, revision, events)).rejects.toBeInstanceOf(TypeError);
      });
    });

    describe('the identical append again', () => {
      test('is answered as the first time, at once and later', async () => {
        const stream = newStream();
        const events = several(3);
        const first = await store.append(stream, NO_STREAM, events);
        expect(await answerOf(store.append(stream, NO_STREAM, events))).toEqual(sameAs(first));
        await store.append(stream, 2, several(2));
        expect(await answerOf(store.append(stream, NO_STREAM, events))).toEqual(sameAs(first));
        expect(await store.readStream(stream)).toHaveLength(5);
      });

      test('is answered as the first time behind other events too', async () => {
        const stream = newStream();
        await store.append(stream, NO_STREAM, several(4));
        const events = several(2);
        const first = await store.append(stream, 3, events);
        await store.append(stream, 5, several(1));
        expect(await answerOf(store.append(stream, 3, events))).toEqual(sameAs(first));
        expect(await store.readStream(stream)).toHaveLength(7);
      });

      test('answers for its beginning alone', async () => {
        const stream = newStream();
        const events = several(3);
        await store.append(stream, NO_STREAM, events);
        const [first, second] = await store.readStream(stream);
        const again = await answerOf(store.append(stream, NO_STREAM, events.slice(0, 2)));
        expect(again).toEqual({ revision: 1, position: second?.position });
        expect(await answerOf(store.append(stream, NO_STREAM, events.slice(0, 1)))).toEqual({
          revision: 0,
          position: first?.position,
        });
      });

      test('sent 100 times at once has one effect and one answer', async () => {
        const stream = newStream();
        const events = several(2);
        const answers = await Promise.all(Array.from({ length: 100 }, () => store.append(stream, NO_STREAM, events)));
        expect(new Set(answers.map(({ position }) => position)).size).toBe(1);
        expect(await store.readStream(stream)).toHaveLength(2);
      });

      test.each<[string, (stored: EventToStore[]) => EventToStore[]]>([
        ['old and new ids', ([first]) => [first as EventToStore, happened()]],
        ['new and old ids', ([first]) => [happened(), first as EventToStore]],
        ['the old ids and a new one behind them', (stored) => [...stored, happened()]],
        ['the old ids in another order', (stored) => stored.toReversed()],
      ])('is not what mixes %s', async (_, mix) => {
        const stream = newStream();
        const events = several(2);
        await store.append(stream, NO_STREAM, events);
        await expect(store.append(stream, NO_STREAM, mix(events))).rejects.toMatchObject({
          name: 'WrongExpectedRevision',
          actualRevision: 1,
        });
        expect(ids(await store.readStream(stream))).toEqual(ids(events));
      });

      test('in another stream is another append', async () => {
        const event = happened();
        await store.append(newStream(), NO_STREAM, [event]);
        const stream = newStream();
        await store.append(stream, NO_STREAM, [event]);
        expect(ids(await store.readStream(stream))).toEqual([event.id]);
      });
    });

    describe('reading', () => {
      test('a missing stream is empty', async () => {
        expect(await store.readStream(newStream())).toEqual([]);
      });

      test('a stream is read from a revision, in parts', async () => {
        const stream = newStream();
        const events = several(10);
        await store.append(stream, NO_STREAM, events);
        expect(ids(await store.readStream(stream, { from: 3 }))).toEqual(ids(events.slice(3)));
        expect(ids(await store.readStream(stream, { from: 3, limit: 2 }))).toEqual(ids(events.slice(3, 5)));
        expect(await store.readStream(stream, { from: 10 })).toEqual([]);
        expect(await store.readStream(stream, { from: 400 })).toEqual([]);
      });

      test('streams whose names begin alike are kept apart', async () => {
        const stream = newStream();
        const [own, longer] = [happened(), happened()];
        await store.append(stream, NO_STREAM, [own]);
        await store.append(`${stream}0`, NO_STREAM, [longer]);
        expect(ids(await store.readStream(stream))).toEqual([own.id]);
      });

      test('all streams are read in the order of their appends, page by page, each event once', async () => {
        const before = await store.head();
        const written: string[] = [];
        for (let n = 0; n < 12; n += 1) {
          const events = several(1 + (n % 3));
          await store.append(newStream(), NO_STREAM, events);
          written.push(...ids(events));
        }
        for (const limit of [1, 2, 7, 1000]) expect(ids(await readOn(before, limit))).toEqual(written);
      });

      test('positions grow, are greater than START, and are those that the append answered', async () => {
        const before = await store.head();
        const appended = await Promise.all(
          Array.from({ length: 20 }, () => store.append(newStream(), NO_STREAM, several(2))),
        );
        const events = await readOn(before);
        const positions = events.map(({ position }) => position);
        expect(positions.every((position, n) => position > (positions[n - 1] ?? START))).toBe(true);
        const last = events.filter(({ revision }) => revision === 1).map(({ position }) => position);
        expect(new Set(last)).toEqual(new Set(appended.map(({ position }) => position)));
        expect(await store.head()).toBe(positions.at(-1));
      });

      test('a page weighs no more than it may, however large its events are', async () => {
        const before = await store.head();
        const large = 'x'.repeat(MAX_APPEND_BYTES - 1000);
        const written = Array.from({ length: 12 }, (_, n) => happened(JSON.stringify(n % 3 === 0 ? 'small' : large)));
        for (const event of written) await store.append(newStream(), NO_STREAM, [event]);
        const pages: EventPage[] = [];
        await consume(store, before, written.length, (page) => void pages.push(page), 100);
        for (let after = before; ; ) {
          const page = await store.readAll({ after, limit: 100 });
          if (page.events.length === 0) break;
          pages.push(page);
          after = page.position;
        }
        for (const { events } of pages) {
          const bytes = events.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0);
          expect(bytes).toBeLessThanOrEqual(MAX_PAGE_BYTES);
        }
        expect(pages.flatMap(({ events }) => ids(events))).toEqual([...ids(written), ...ids(written)]);
      });

      test('behind the head there is nothing', async () => {
        const after = await store.head();
        expect((await store.readAll({ after, limit: 10 })).events).toEqual([]);
      });
    });

    describe('subscribing', () => {
      test('delivers what is there, then what comes, each event once, while others write', async () => {
        const before = await store.head();
        await Promise.all(several(300).map((event) => store.append(newStream(), NO_STREAM, [event])));
        const total = 1500;
        const received: StoredEvent[] = [];
        const writing = (async () => {
          for (let n = 300; n < total; n += 40) {
            await Promise.all(several(40).map((event) => store.append(newStream(), NO_STREAM, [event])));
          }
        })();
        await consume(store, before, total, ({ events }) => void received.push(...events), 37);
        await writing;
        expect(ids(received)).toEqual(ids(await readOn(before)));
      });

      test('waits at the end and goes on with the next append', async () => {
        const after = await store.head();
        const next = nextPage(store, after);
        const event = happened();
        await store.append(newStream(), NO_STREAM, [event]);
        const page = await next;
        expect(ids(page.events)).toEqual([event.id]);
        expect(page.position).toBeGreaterThanOrEqual(page.events[0]?.position ?? 0n);
      });

      test('a page goes as far as it says: reading on from there repeats nothing and leaves nothing out', async () => {
        const before = await store.head();
        await store.append(newStream(), NO_STREAM, several(25));
        const received: string[] = [];
        let position = before;
        while (received.length < 25) {
          const page = await nextPage(store, position, 4);
          expect(page.events.length).toBeLessThanOrEqual(4);
          received.push(...ids(page.events));
          position = page.position;
        }
        expect(received).toEqual(ids(await readOn(before)));
      });

      test('several subscribers each receive everything', async () => {
        const before = await store.head();
        const received = [0, 1, 2].map(async () => {
          const events: string[] = [];
          await consume(store, before, 30, (page) => void events.push(...ids(page.events)), 5);
          return events;
        });
        for (let n = 0; n < 30; n += 1) await store.append(newStream(), NO_STREAM, [happened()]);
        const expected = ids(await readOn(before));
        for (const events of await Promise.all(received)) expect(events).toEqual(expected);
      });

      test('ends promptly when told to, waiting or not', async () => {
        for (const after of [START, await store.head()]) {
          const abort = new AbortController();
          const subscription = store.subscribe({ after, signal: abort.signal, pageSize: 1 });
          const ended = (async () => {
            let pages = 0;
            for await (const _ of subscription) {
              pages += 1;
              abort.abort();
            }
            return pages;
          })();
          if (after !== START) abort.abort();
          expect(await ended).toBe(after === START ? 1 : 0);
        }
      });

      test('a signal that has come before delivers nothing', async () => {
        for await (const page of store.subscribe({ after: START, signal: AbortSignal.abort() })) {
          throw new Error(`received ${page.events.length} events`);
        }
      });
    });

    describe('after reopening', () => {
      test('the log is the same, and so are the answers to repeated appends', async () => {
        const stream = newStream();
        const events = several(3);
        const first = await store.append(stream, NO_STREAM, events);
        const [stored, head, storeId] = [await store.readStream(stream), await store.head(), store.storeId];
        opened = await opened.reopen();
        store = opened.store;
        expect(store.storeId).toBe(storeId);
        expect(await store.head()).toBe(head);
        expect(await store.readStream(stream)).toEqual(stored);
        expect(await answerOf(store.append(stream, NO_STREAM, events))).toEqual(sameAs(first));
        expect(await store.append(stream, NO_STREAM, events.slice(0, 1))).toMatchObject({ revision: 0 });
        expect((await store.append(stream, 2, [happened()])).position).toBeGreaterThan(head);
      });
    });
  });

  describe(`a new event store: ${name}`, () => {
    test('is empty, and names itself', async () => {
      const [one, other] = [await open(), await open()];
      const { events } = await one.store.readAll({ after: START, limit: 10 });
      expect(events).toEqual([]);
      expect(await one.store.head()).toBe(START);
      expect(one.store.storeId).not.toBe('');
      expect(one.store.storeId).not.toBe(other.store.storeId);
      await Promise.all([one.dispose(), other.dispose()]);
    });

    test('that has been closed answers nothing more, and its subscriptions end', async () => {
      const { store, dispose } = await open();
      await store.append(newStream(), NO_STREAM, [happened()]);
      const subscription = store.subscribe({ after: await store.head(), signal: never });
      const ended = (async () => {
        for await (const page of subscription) throw new Error(`received ${page.events.length} events`);
      })();
      await store.close();
      await ended;
      await expect(store.append(newStream(), NO_STREAM, [happened()])).rejects.toBeInstanceOf(StoreUnavailable);
      await expect(store.readStream(newStream())).rejects.toBeInstanceOf(StoreUnavailable);
      await expect(store.readAll({ after: START, limit: 1 })).rejects.toBeInstanceOf(StoreUnavailable);
      await expect(store.head()).rejects.toBeInstanceOf(StoreUnavailable);
      await dispose();
    });

    // 10 ms an event are 50 s; the everyday run takes 1 ms, `FULL=1` the whole.
    const slowness = process.env.FULL ? 10 : 1;
    test(`a consumer that takes ${slowness} ms an event receives each of 5,000 once, in order, in bounded memory`, {
      timeout: 120_000,
    }, async () => {
      const { store, dispose } = await open();
      const total = 5000;
      const payload = JSON.stringify({ text: 'x'.repeat(4000) });
      const written: string[] = [];
      const received: string[] = [];
      const heapBefore = heapInUse();
      let heapMeanwhile = Number.POSITIVE_INFINITY;
      const writing = (async () => {
        while (written.length < total) {
          const events = Array.from({ length: 20 }, () => happened(payload));
          await store.append(newStream(), NO_STREAM, events);
          written.push(...ids(events));
        }
        expect(received.length).toBeLessThan(total / 2);
        heapMeanwhile = heapInUse();
      })();
      const inFlight: number[] = [];
      const slowly = async (page: EventPage) => {
        inFlight.push(page.events.length);
        for (const { id } of page.events) {
          received.push(id);
          await new Promise((resolve) => setTimeout(resolve, slowness));
        }
      };
      await consume(store, START, total, slowly, 50);
      await writing;
      expect(received).toEqual(written);
      // What waits to be consumed, 20 MB by then, lies in the store and not here.
      expect(heapMeanwhile - heapBefore).toBeLessThan(8 * 1024 * 1024);
      expect(Math.max(...inFlight)).toBeLessThanOrEqual(50);
      await dispose();
    });
  });
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapInUse(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** Pulls pages until so many events have come. */
async function consume(
  store: EventStore,
  after: bigint,
  count: number,
  take: (page: EventPage) => void | Promise<void>,
  pageSize?: number,
): Promise<void> {
  const abort = new AbortController();
  let received = 0;
  for await (const page of store.subscribe({
    after,
    signal: abort.signal,
    ...(pageSize === undefined ? {} : { pageSize }),
  })) {
    await take(page);
    received += page.events.length;
    if (received >= count) abort.abort();
  }
}

/** The next page that holds events. */
async function nextPage(store: EventStore, after: bigint, pageSize = 100): Promise<EventPage> {
  for await (const page of store.subscribe({ after, signal: never, pageSize })) {
    if (page.events.length > 0) return page;
  }
  throw new Error('The subscription has ended');
}
