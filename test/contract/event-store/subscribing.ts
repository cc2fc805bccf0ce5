import { describe, expect, test } from 'vitest';
import { NO_STREAM, START, type StoredEvent } from '../../../commands/event-store/port.ts';
import { consume, happened, ids, newStream, nextPage, type OpenLog, readOn, several } from './open-log.ts';

export function subscribing(log: OpenLog): void {
  describe('subscribing', () => {
    test('delivers existing events, then new ones, each once, while others write', async () => {
      const before = await log.store.head();
      await Promise.all(several(300).map((event) => log.store.append(newStream(), NO_STREAM, [event])));
      const total = 1500;
      const received: StoredEvent[] = [];
      const writing = (async () => {
        for (let n = 300; n < total; n += 40) {
          await Promise.all(several(40).map((event) => log.store.append(newStream(), NO_STREAM, [event])));
        }
      })();
      await consume(log.store, before, total, ({ events }) => void received.push(...events), 37);
      await writing;
      expect(ids(received)).toEqual(ids(await readOn(log.store, before)));
    });

    test('waits at the end and continues with the next append', async () => {
      const after = await log.store.head();
      const next = nextPage(log.store, after);
      const event = happened();
      await log.store.append(newStream(), NO_STREAM, [event]);
      const page = await next;
      expect(ids(page.events)).toEqual([event.id]);
      expect(page.position).toBeGreaterThanOrEqual(page.events[0]?.position ?? 0n);
    });

    test('a page reports its end: reading from there repeats and omits nothing', async () => {
      const before = await log.store.head();
      await log.store.append(newStream(), NO_STREAM, several(25));
      const received: string[] = [];
      let position = before;
      while (received.length < 25) {
        const page = await nextPage(log.store, position, 4);
        expect(page.events.length).toBeLessThanOrEqual(4);
        received.push(...ids(page.events));
        position = page.position;
      }
      expect(received).toEqual(ids(await readOn(log.store, before)));
    });

    test('several subscribers each receive everything', async () => {
      const before = await log.store.head();
      const received = [0, 1, 2].map(async () => {
        const events: string[] = [];
        await consume(log.store, before, 30, (page) => void events.push(...ids(page.events)), 5);
        return events;
      });
      for (let n = 0; n < 30; n += 1) await log.store.append(newStream(), NO_STREAM, [happened()]);
      const expected = ids(await readOn(log.store, before));
      for (const events of await Promise.all(received)) expect(events).toEqual(expected);
    });

    test('ends promptly on abort, waiting or not', async () => {
      for (const after of [START, await log.store.head()]) {
        const abort = new AbortController();
        const subscription = log.store.subscribe({ after, signal: abort.signal, pageSize: 1 });
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
      for await (const page of log.store.subscribe({ after: START, signal: AbortSignal.abort() })) {
        throw new Error(`received ${page.events.length} events`);
      }
    });
  });
}
