import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hashOf, withHash } from '../../../commands/event-store/event-hash.ts';
import { type EventToStore, NO_STREAM } from '../../../commands/event-store/port.ts';
import { problemIn } from '../../../commands/integrity/verify-slowly.ts';
import { newStream, type OpenLog } from './open-log.ts';

function chained(stream: string, count: number): EventToStore[] {
  let prev = '';
  return Array.from({ length: count }, (_, revision) => {
    const event = { id: randomUUID(), type: 'SomethingHappened', data: '{"data":{}}' };
    const withoutHash = JSON.stringify({ at: '2026-01-01T00:00:00.000Z', prev });
    prev = hashOf(prev, { ...event, stream, revision }, withoutHash);
    return { ...event, metadata: withHash(withoutHash, prev) };
  });
}

export function verifying(log: OpenLog): void {
  describe('verifying', () => {
    test('a sound log has no problem in any of its pages, and an event that was not chained is named', async () => {
      const { store } = log;
      const streams = [newStream(), newStream()].map((name) => ({ name, events: chained(name, 8) }));
      const before = await store.head();
      for (let revision = 0; revision < 8; revision += 2)
        for (const { name, events } of streams)
          await store.append(name, revision - 1, events.slice(revision, revision + 2));
      const stray = newStream();
      await store.append(stray, NO_STREAM, chained(newStream(), 1));

      const problems: (string | null)[] = [];
      const head = await store.head();
      for (let after = before; after < head; ) {
        const page = await store.readAll({ after, limit: 3 });
        problems.push(await problemIn(store, page.events, after));
        after = page.position;
      }
      expect(problems.filter((problem) => problem !== null)).toEqual([
        expect.stringMatching(`^The event at revision 0 of ${stray} .* does not match its hash$`),
      ]);
    });
  });
}
