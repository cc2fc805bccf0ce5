import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { type EventPage, NO_STREAM, START, StoreUnavailable } from '../../../commands/event-store/port.ts';
import { consume, happened, ids, never, newStream, type OpenedEventStore } from './open-log.ts';

export function aNewLog(name: string, open: () => Promise<OpenedEventStore>): void {
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

    // 10 ms per event take 50 s, with `FULL=1`; the everyday run takes 1 ms.
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
        heapMeanwhile = heapInUse();
      })();
      const inFlight: number[] = [];
      const slowly = async (page: EventPage) => {
        inFlight.push(page.events.length);
        // Even on a slow machine, at least half is unread when everything is written.
        if (received.length + page.events.length >= total / 2) await writing;
        received.push(...ids(page.events));
        await pause(page.events.length * slowness);
      };
      await consume(store, START, total, slowly, 50);
      await writing;
      expect(received).toEqual(written);
      // Unread events, 20 MB by then, are in the store and not in memory.
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
