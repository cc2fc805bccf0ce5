import { expect, vi } from 'vitest';
import { type EventStore, START, type StoredEvent } from '../../../commands/event-store/port.ts';
import { ids, readOn } from './open-log.ts';

/** For operations of at most five seconds, on a busy machine. */
export const RECOVERY_MS = 20_000;

/** Reads page by page; `hold` keeps it busy with the current page. */
export function startConsumer(store: EventStore, after = START, pageSize = 100) {
  const received: StoredEvent[] = [];
  const abort = new AbortController();
  let busy: Promise<void> | undefined;
  const ended = (async () => {
    for await (const page of store.subscribe({ after, signal: abort.signal, pageSize })) {
      received.push(...page.events);
      await busy;
    }
  })();
  return {
    received,
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      busy = promise;
      return () => {
        busy = undefined;
        resolve();
      };
    },
    has: (count: number, timeout = RECOVERY_MS) =>
      vi.waitFor(() => expect(received.length).toBeGreaterThanOrEqual(count), { timeout, interval: 10 }),
    async end() {
      abort.abort();
      await ended;
    },
  };
}

/** Everything in the log was received once, in order. */
export const expectInOrder = async (received: readonly StoredEvent[], store: EventStore) =>
  expect(ids(received)).toEqual(ids(await readOn(store, START, 1000)));
