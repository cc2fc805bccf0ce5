import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Appended, EventPage, EventStore, EventToStore, StoredEvent } from '../../../commands/event-store/port.ts';

/** `reopen` closes the store and opens the same log. */
export interface OpenedEventStore {
  readonly store: EventStore;
  reopen(): Promise<OpenedEventStore>;
  dispose(): Promise<void>;
}

export interface OpenLog {
  readonly store: EventStore;
  reopen(): Promise<void>;
}

export const happened = (data = '{}'): EventToStore => ({
  id: randomUUID(),
  type: 'SomethingHappened',
  data,
  metadata: JSON.stringify({ at: '2026-01-01T00:00:00.000Z', hash: 'h' }),
});
export const several = (count: number) => Array.from({ length: count }, () => happened());
export const newStream = () => `application-${randomUUID()}`;
export const ids = (events: readonly { readonly id: string }[]) => events.map(({ id }) => id);
/** Without `isRepeat`, which a store may report. */
export const sameAs = ({ revision, position }: Appended) => ({ revision, position });
export const answerOf = async (append: Promise<Appended>) => {
  const { isRepeat, ...answer } = await append;
  expect(isRepeat).not.toBe(false);
  return answer;
};
export const never = new AbortController().signal;

/** Everything after a position, in pages. */
export async function readOn(store: EventStore, after: bigint, limit = 100): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for (let position = after; ; ) {
    const page = await store.readAll({ after: position, limit });
    events.push(...page.events);
    if (page.position === position) return events;
    position = page.position;
  }
}

export async function consume(
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

/** The next page with events. */
export async function nextPage(store: EventStore, after: bigint, pageSize = 100): Promise<EventPage> {
  for await (const page of store.subscribe({ after, signal: never, pageSize })) {
    if (page.events.length > 0) return page;
  }
  throw new Error('The subscription has ended');
}
