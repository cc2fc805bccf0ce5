import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openTemporaryStores } from '../../../test/support/temporary-stores.ts';
import { type EventToStore, NO_STREAM, START, type StoredEvent } from '../port.ts';
import { createTail } from './tail.ts';

const newEvent = (data = '{"data":{}}'): EventToStore => ({ id: randomUUID(), type: 'Noted', data, metadata: '{}' });
const storedAt = (position: bigint, data?: string): StoredEvent => ({
  ...newEvent(data),
  stream: 'note-1',
  revision: Number(position) - 1,
  position,
});

test('a follower gets exactly the events of the file, from any process and of any length', async () => {
  await using stores = await openTemporaryStores();
  const { store } = stores;
  const abort = new AbortController();
  const received: StoredEvent[] = [];
  const following = (async () => {
    for await (const { events } of store.subscribe({ after: START, signal: abort.signal })) {
      received.push(...events);
      if (received.length === 7) abort.abort();
    }
  })();
  await Promise.all([
    store.append('note-1', NO_STREAM, [newEvent(), newEvent()]),
    store.append('note-2', NO_STREAM, [newEvent(`{"data":"${'x'.repeat(10_000)}"}`)]),
    store.appendInOrder([
      { stream: 'note-3', expectedRevision: NO_STREAM, events: [newEvent()] },
      { stream: 'note-4', expectedRevision: NO_STREAM, events: [newEvent(), newEvent()] },
    ]),
  ]);
  await store.append('note-1', 1, [newEvent()]);
  await following;
  expect(received).toEqual((await store.readAll({ after: START, limit: 10 })).events);
});

test('unknown events in between are read from the file', () => {
  const tail = createTail();
  const events = [1n, 2n, 4n, 5n].map((position) => storedAt(position));
  for (const event of events) tail.add(event);
  expect(tail.behind(0n, 10)).toEqual(events.slice(0, 2));
  expect(tail.behind(0n, 1)).toEqual(events.slice(0, 1));
  expect(tail.behind(2n, 10)).toEqual([]);
  expect(tail.behind(3n, 10)).toEqual(events.slice(2));
});

test('few events are cached, and no long ones', () => {
  const tail = createTail();
  for (let position = 1n; position <= 1000n; position += 1n) tail.add(storedAt(position));
  expect(tail.behind(1n, 10)).toEqual([]);
  expect(tail.behind(999n, 10)).toHaveLength(1);
  tail.add(storedAt(1001n, 'x'.repeat(100_000)));
  expect(tail.behind(1000n, 10)).toEqual([]);
});
