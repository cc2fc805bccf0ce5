import { describe, expect, test } from 'vitest';
import { NO_STREAM } from '../../../commands/event-store/port.ts';
import { answerOf, happened, newStream, type OpenLog, sameAs, several } from './open-log.ts';

export function reopening(log: OpenLog): void {
  describe('after reopening', () => {
    test('the log is the same, and so are the answers to repeated appends', async () => {
      const stream = newStream();
      const events = several(3);
      const first = await log.store.append(stream, NO_STREAM, events);
      const [stored, head, storeId] = [await log.store.readStream(stream), await log.store.head(), log.store.storeId];
      await log.reopen();
      expect(log.store.storeId).toBe(storeId);
      expect(await log.store.head()).toBe(head);
      expect(await log.store.readStream(stream)).toEqual(stored);
      expect(await answerOf(log.store.append(stream, NO_STREAM, events))).toEqual(sameAs(first));
      expect(await log.store.append(stream, NO_STREAM, events.slice(0, 1))).toMatchObject({ revision: 0 });
      expect((await log.store.append(stream, 2, [happened()])).position).toBeGreaterThan(head);
    });
  });
}
