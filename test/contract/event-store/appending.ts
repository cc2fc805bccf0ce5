import { describe, expect, test } from 'vitest';
import {
  AppendTooLarge,
  type EventToStore,
  MAX_APPEND_BYTES,
  NO_STREAM,
  WrongExpectedRevision,
} from '../../../commands/event-store/port.ts';
import { happened, ids, newStream, nextPage, type OpenLog, readOn, several } from './open-log.ts';

export function appending(log: OpenLog): void {
  describe('appending', () => {
    test('events are stored verbatim', async () => {
      const stream = newStream();
      const event = happened('{"name":"Zoë 🦊 \\u0000 سلام","n":1.0,  "gap": null}');
      const { revision, position, isRepeat } = await log.store.append(stream, NO_STREAM, [event]);
      expect(revision).toBe(0);
      expect(isRepeat).not.toBe(true);
      expect(await log.store.readStream(stream)).toEqual([{ ...event, stream, revision: 0, position }]);
    });

    test.each([
      ['spaces between', '{ "a" : 1 }\n'],
      ['numbers in other notations', '{"a":1.0,"b":1e2,"c":-0,"d":123456789012345678901234567890}'],
      ['members in another order than JavaScript’s', '{"b":1,"10":2,"2":3}'],
      ['members said twice', '{"a":1,"a":2}'],
      ['escapes that are not needed', '"\\u0041\\/"'],
      ['half a surrogate pair', '{"a":"\\ud800"}'],
      ['a mark at the beginning', '\ufeff{}'],
      ['line separators', '{"a":"\u2028\u2029"}'],
      ['a member of every object', '{"__proto__":{"a":1},"constructor":null}'],
      ['a string alone', '"text"'],
      ['null', 'null'],
      ['a list', '[1,[2]]'],
      ['nothing', ''],
    ])('JSON is kept as it was written: %s', async (_, text) => {
      const stream = newStream();
      const before = await log.store.head();
      const event = { ...happened(text), metadata: text };
      const { position } = await log.store.append(stream, NO_STREAM, [event]);
      const stored = { ...event, stream, revision: 0, position };
      expect(await log.store.readStream(stream)).toEqual([stored]);
      expect(await readOn(log.store, before)).toEqual([stored]);
      expect((await nextPage(log.store, before)).events).toEqual([stored]);
    });

    test('a stream grows at exactly its last revision', async () => {
      const stream = newStream();
      const [first, second, third] = [happened(), happened(), happened()];
      expect((await log.store.append(stream, NO_STREAM, [first])).revision).toBe(0);
      expect((await log.store.append(stream, 0, [second, third])).revision).toBe(2);
      const stored = await log.store.readStream(stream);
      expect(ids(stored)).toEqual(ids([first, second, third]));
      expect(stored.map(({ revision }) => revision)).toEqual([0, 1, 2]);
    });

    test.each([
      ['a stream that exists already', NO_STREAM],
      ['a revision that has been passed', 0],
      ['a revision not reached yet', 7],
    ])('refuses %s and names the actual revision', async (_, expected) => {
      const stream = newStream();
      await log.store.append(stream, NO_STREAM, several(3));
      const refused = log.store.append(stream, expected, [happened()]);
      await expect(refused).rejects.toBeInstanceOf(WrongExpectedRevision);
      await expect(refused).rejects.toMatchObject({ stream, expectedRevision: expected, actualRevision: 2 });
      expect(await log.store.readStream(stream)).toHaveLength(3);
    });

    test('refuses a revision in a stream that does not exist', async () => {
      const stream = newStream();
      await expect(log.store.append(stream, 0, [happened()])).rejects.toMatchObject({ actualRevision: NO_STREAM });
      expect(await log.store.readStream(stream)).toEqual([]);
    });

    test('of 32 that create one stream at once exactly one wins', async () => {
      const stream = newStream();
      const attempts = several(32).map((event) => log.store.append(stream, NO_STREAM, [event]));
      const results = await Promise.allSettled(attempts);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(WrongExpectedRevision);
      }
      expect(await log.store.readStream(stream)).toHaveLength(1);
    });

    test('32 writers that decide again after each refusal all get in, without gaps', async () => {
      const stream = newStream();
      const write = async (event: EventToStore) => {
        for (;;) {
          const last = (await log.store.readStream(stream)).at(-1);
          try {
            return await log.store.append(stream, last?.revision ?? NO_STREAM, [event]);
          } catch (error) {
            if (!(error instanceof WrongExpectedRevision)) throw error;
          }
        }
      };
      const events = several(32);
      await Promise.all(events.map(write));
      const stored = await log.store.readStream(stream);
      expect(stored.map(({ revision }) => revision)).toEqual([...events.keys()]);
      expect(new Set(ids(stored))).toEqual(new Set(ids(events)));
    });

    test('appends issued in one tick, each based on the one before, are stored in that order', async () => {
      const stream = newStream();
      const events = several(200);
      const appended = await Promise.all(events.map((event, n) => log.store.append(stream, n - 1, [event])));
      expect(appended.map(({ revision }) => revision)).toEqual([...events.keys()]);
      expect(ids(await log.store.readStream(stream))).toEqual(ids(events));
    });

    test('an append is all or nothing', async () => {
      const stream = newStream();
      await log.store.append(stream, NO_STREAM, several(2));
      const before = await log.store.head();
      await expect(log.store.append(stream, 0, several(5))).rejects.toBeInstanceOf(WrongExpectedRevision);
      await expect(log.store.append(newStream(), 3, several(5))).rejects.toBeInstanceOf(WrongExpectedRevision);
      expect(await log.store.readStream(stream)).toHaveLength(2);
      expect(await readOn(log.store, before)).toEqual([]);
    });

    test('a refused append does not disturb those beside it', async () => {
      const taken = newStream();
      await log.store.append(taken, NO_STREAM, [happened()]);
      const streams = Array.from({ length: 10 }, newStream);
      const results = await Promise.allSettled(
        streams.flatMap((stream) => [
          log.store.append(stream, NO_STREAM, several(3)),
          log.store.append(taken, NO_STREAM, several(3)),
        ]),
      );
      expect(results.map(({ status }) => status)).toEqual(streams.flatMap(() => ['fulfilled', 'rejected']));
      for (const stream of streams) expect(await log.store.readStream(stream)).toHaveLength(3);
    });

    test('holds up to the limit in bytes and refuses more with a clear error', async () => {
      const frame = happened('');
      const room = MAX_APPEND_BYTES - Buffer.byteLength(frame.type + frame.metadata);
      const stream = newStream();
      const largest = happened(`"${'é'.repeat((room - 2) / 2)}"${' '.repeat(room % 2)}`);
      const appended = await log.store.append(stream, NO_STREAM, [largest]);
      expect(appended.revision).toBe(0);
      expect((await log.store.readStream(stream))[0]?.data).toBe(largest.data);

      const tooLarge = log.store.append(newStream(), NO_STREAM, [happened(`${largest.data} `)]);
      await expect(tooLarge).rejects.toBeInstanceOf(AppendTooLarge);
      await expect(tooLarge).rejects.toThrow(/at most 1048576 bytes, this one has 1048577/);
      const half = happened(' '.repeat(MAX_APPEND_BYTES / 2));
      await expect(log.store.append(newStream(), NO_STREAM, [half, half])).rejects.toBeInstanceOf(AppendTooLarge);
    });

    test.each<[string, string, number, EventToStore[]]>([
      ['an empty append', newStream(), NO_STREAM, []],
      ['an id that is no UUID', newStream(), NO_STREAM, [{ ...happened(), id: 'first' }]],
      ['an empty type', newStream(), NO_STREAM, [{ ...happened(), type: '' }]],
      ['a stream without a name', '', NO_STREAM, [happened()]],
      ['a revision that is none', newStream(), -2, [happened()]],
    ])('%s is a mistake of the program', async (_, stream, revision, events) => {
      await expect(log.store.append(stream, revision, events)).rejects.toBeInstanceOf(TypeError);
    });
  });
}
