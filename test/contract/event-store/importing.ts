import { describe, expect, test } from 'vitest';
import { NO_STREAM, type StreamAppend } from '../../../commands/event-store/port.ts';
import { ids, newStream, type OpenLog, readOn, several } from './open-log.ts';

const idsOf = (appends: readonly StreamAppend[]) => appends.flatMap(({ events }) => ids(events));

function interwoven(): StreamAppend[] {
  const streams = Array.from({ length: 4 }, newStream);
  return [1, 2, 1].flatMap((count, round) =>
    streams.map((stream) => ({
      stream,
      expectedRevision: [NO_STREAM, 0, 2][round] as number,
      events: several(count),
    })),
  );
}

/** A log that is imported keeps its order, also between streams. */
export function importing(log: OpenLog): void {
  describe('many appends in order', () => {
    test('stand in the log in this order', async () => {
      const before = await log.store.head();
      const appends = interwoven();
      await log.store.appendInOrder(appends);
      const events = await readOn(log.store, before);
      expect(ids(events)).toEqual(idsOf(appends));
      for (const { stream } of appends) {
        const inStream = await log.store.readStream(stream);
        expect(inStream.map(({ revision }) => revision)).toEqual([0, 1, 2, 3]);
      }
    });

    test('change nothing where they stand already, and go on behind what stands', async () => {
      const before = await log.store.head();
      const appends = interwoven();
      await log.store.appendInOrder(appends.slice(0, 5));
      await log.store.appendInOrder(appends);
      await log.store.appendInOrder(appends);
      await log.store.appendInOrder([]);
      expect(ids(await readOn(log.store, before))).toEqual(idsOf(appends));
    });

    test('are refused where another event stands', async () => {
      const newAppend = () => ({ stream: newStream(), expectedRevision: NO_STREAM, events: several(1) });
      const [first, second, third] = [newAppend(), newAppend(), newAppend()];
      await log.store.append(second.stream, NO_STREAM, several(1));
      await expect(log.store.appendInOrder([first, second, third])).rejects.toMatchObject({
        name: 'WrongExpectedRevision',
        stream: second.stream,
      });
      expect(ids(await log.store.readStream(first.stream))).toEqual(ids(first.events));
    });
  });
}
