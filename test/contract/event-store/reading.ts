import { describe, expect, test } from 'vitest';
import {
  type EventPage,
  MAX_APPEND_BYTES,
  MAX_PAGE_BYTES,
  NO_STREAM,
  START,
  type StoredEvent,
} from '../../../commands/event-store/port.ts';
import { consume, happened, ids, newStream, type OpenLog, readOn, several } from './open-log.ts';

export function reading(log: OpenLog): void {
  describe('reading', () => {
    test('a missing stream is empty', async () => {
      expect(await log.store.readStream(newStream())).toEqual([]);
    });

    test('a stream is read from a revision, in parts', async () => {
      const stream = newStream();
      const events = several(10);
      await log.store.append(stream, NO_STREAM, events);
      expect(ids(await log.store.readStream(stream, { from: 3 }))).toEqual(ids(events.slice(3)));
      expect(ids(await log.store.readStream(stream, { from: 3, limit: 2 }))).toEqual(ids(events.slice(3, 5)));
      expect(await log.store.readStream(stream, { from: 10 })).toEqual([]);
      expect(await log.store.readStream(stream, { from: 400 })).toEqual([]);
    });

    test('streams whose names begin alike are kept apart', async () => {
      const stream = newStream();
      const [own, longer] = [happened(), happened()];
      await log.store.append(stream, NO_STREAM, [own]);
      await log.store.append(`${stream}0`, NO_STREAM, [longer]);
      expect(ids(await log.store.readStream(stream))).toEqual([own.id]);
    });

    test('all streams are read in the order of their appends, page by page, each event once', async () => {
      const before = await log.store.head();
      const written: string[] = [];
      for (let n = 0; n < 12; n += 1) {
        const events = several(1 + (n % 3));
        await log.store.append(newStream(), NO_STREAM, events);
        written.push(...ids(events));
      }
      for (const limit of [1, 2, 7, 1000]) expect(ids(await readOn(log.store, before, limit))).toEqual(written);
    });

    test('positions grow, are greater than START, and are those that the append answered', async () => {
      const before = await log.store.head();
      const appended = await Promise.all(
        Array.from({ length: 20 }, () => log.store.append(newStream(), NO_STREAM, several(2))),
      );
      const events = await readOn(log.store, before);
      const positions = events.map(({ position }) => position);
      expect(positions.every((position, n) => position > (positions[n - 1] ?? START))).toBe(true);
      const last = events.filter(({ revision }) => revision === 1).map(({ position }) => position);
      expect(new Set(last)).toEqual(new Set(appended.map(({ position }) => position)));
      expect(await log.store.head()).toBe(positions.at(-1));
    });

    test('a page weighs no more than it may, however large its events are', async () => {
      const before = await log.store.head();
      const large = 'x'.repeat(MAX_APPEND_BYTES - 1000);
      const written = Array.from({ length: 12 }, (_, n) => happened(JSON.stringify(n % 3 === 0 ? 'small' : large)));
      for (const event of written) await log.store.append(newStream(), NO_STREAM, [event]);
      const pages: EventPage[] = [];
      await consume(log.store, before, written.length, (page) => void pages.push(page), 100);
      for (let after = before; ; ) {
        const page = await log.store.readAll({ after, limit: 100 });
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

    test('pages of some types have all of these, omit others except at their end, and miss nothing', async () => {
      const before = await log.store.head();
      const written = Array.from({ length: 23 }, (_, n) => ({
        ...happened(`{"n":${n}}`),
        type: n % 3 === 0 ? 'Wanted' : 'Other',
      }));
      for (const event of written) await log.store.append(newStream(), NO_STREAM, [event]);
      for (const limit of [1, 4, 100]) {
        const found: StoredEvent[] = [];
        let scanned = 0;
        for (let after = before; ; ) {
          const page = await log.store.readAll({ after, limit, types: new Set(['Wanted']) });
          expect(page.position).toBe(page.events.at(-1)?.position ?? after);
          if (page.events.length === 0) break;
          expect(page.events.slice(0, -1).map(({ type }) => type)).not.toContain('Other');
          found.push(...page.events);
          scanned += page.scanned ?? 0;
          after = page.position;
        }
        expect(scanned).toBe(written.length);
        const wanted = ids(written.filter(({ type }) => type === 'Wanted'));
        expect(ids(found.filter(({ type }) => type === 'Wanted'))).toEqual(wanted);
      }
    });

    test('nothing follows the head', async () => {
      const after = await log.store.head();
      expect((await log.store.readAll({ after, limit: 10 })).events).toEqual([]);
    });
  });
}
