import { describe, expect, test } from 'vitest';
import { type EventToStore, NO_STREAM } from '../../../commands/event-store/port.ts';
import { answerOf, happened, ids, newStream, type OpenLog, sameAs, several } from './open-log.ts';

export function repeating(log: OpenLog): void {
  describe('the identical append again', () => {
    test('is answered as the first time, at once and later', async () => {
      const stream = newStream();
      const events = several(3);
      const first = await log.store.append(stream, NO_STREAM, events);
      expect(await answerOf(log.store.append(stream, NO_STREAM, events))).toEqual(sameAs(first));
      await log.store.append(stream, 2, several(2));
      expect(await answerOf(log.store.append(stream, NO_STREAM, events))).toEqual(sameAs(first));
      expect(await log.store.readStream(stream)).toHaveLength(5);
    });

    test('gets the first answer also after other events', async () => {
      const stream = newStream();
      await log.store.append(stream, NO_STREAM, several(4));
      const events = several(2);
      const first = await log.store.append(stream, 3, events);
      await log.store.append(stream, 5, several(1));
      expect(await answerOf(log.store.append(stream, 3, events))).toEqual(sameAs(first));
      expect(await log.store.readStream(stream)).toHaveLength(7);
    });

    test('answers for its beginning alone', async () => {
      const stream = newStream();
      const events = several(3);
      await log.store.append(stream, NO_STREAM, events);
      const [first, second] = await log.store.readStream(stream);
      const again = await answerOf(log.store.append(stream, NO_STREAM, events.slice(0, 2)));
      expect(again).toEqual({ revision: 1, position: second?.position });
      expect(await answerOf(log.store.append(stream, NO_STREAM, events.slice(0, 1)))).toEqual({
        revision: 0,
        position: first?.position,
      });
    });

    test('sent 100 times at once has one effect and one answer', async () => {
      const stream = newStream();
      const events = several(2);
      const answers = await Promise.all(Array.from({ length: 100 }, () => log.store.append(stream, NO_STREAM, events)));
      expect(new Set(answers.map(({ position }) => position)).size).toBe(1);
      expect(await log.store.readStream(stream)).toHaveLength(2);
    });

    test.each<[string, (stored: EventToStore[]) => EventToStore[]]>([
      ['old and new ids', ([first]) => [first as EventToStore, happened()]],
      ['new and old ids', ([first]) => [happened(), first as EventToStore]],
      ['the old ids and a new one behind them', (stored) => [...stored, happened()]],
      ['the old ids in another order', (stored) => stored.toReversed()],
    ])('is not what mixes %s', async (_, mix) => {
      const stream = newStream();
      const events = several(2);
      await log.store.append(stream, NO_STREAM, events);
      await expect(log.store.append(stream, NO_STREAM, mix(events))).rejects.toMatchObject({
        name: 'WrongExpectedRevision',
        actualRevision: 1,
      });
      expect(ids(await log.store.readStream(stream))).toEqual(ids(events));
    });

    test('in another stream is another append', async () => {
      const event = happened();
      await log.store.append(newStream(), NO_STREAM, [event]);
      const stream = newStream();
      await log.store.append(stream, NO_STREAM, [event]);
      expect(ids(await log.store.readStream(stream))).toEqual([event.id]);
    });
  });
}
