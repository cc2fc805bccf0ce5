import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createEventStoreDb } from '../../commands/event-store/eventstoredb/event-store.ts';
import { eventStoreSource, THE_DOUBLE } from '../support/eventstore-server.ts';
import type { OpenedEventStore } from './event-store/open-log.ts';
import { eventStoreContract } from './event-store.contract.ts';

const source = eventStoreSource();

async function openOn({ start }: typeof source): Promise<OpenedEventStore> {
  const server = await start();
  const open = async (): Promise<OpenedEventStore> => {
    const store = await createEventStoreDb({ url: server.url });
    return {
      store,
      async reopen() {
        await store.close();
        await server.restart?.();
        return open();
      },
      async dispose() {
        await store.close();
        await server.close();
      },
    };
  };
  return open();
}

test('a trial of whether the server takes writes is seen by no reader', async () => {
  let log = await openOn(THE_DOUBLE);
  try {
    const { store } = log;
    const event = { id: randomUUID(), type: 'Happened', data: '{}', metadata: '{"hash":"0"}' };
    const { position } = await store.append('thing-1', -1, [event]);
    await store.tryWriting?.();
    await store.tryWriting?.();
    expect(await store.head()).toBe(position);
    expect((await store.readAll({ after: 0n, limit: 10 })).events.map(({ id }) => id)).toEqual([event.id]);
    log = await log.reopen();
    expect(log.store.storeId).toBe(store.storeId);
  } finally {
    await log.dispose();
  }
});

eventStoreContract(
  `EventStoreDB (${source.name})`,
  () => openOn(source),
  () => openOn(source.makesLogs ? source : THE_DOUBLE),
);
