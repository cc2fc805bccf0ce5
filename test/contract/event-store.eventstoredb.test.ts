import { createEventStoreDb } from '../../commands/event-store/eventstoredb/event-store.ts';
import { startEventStoreProcess } from '../support/eventstore-double-child.ts';
import type { OpenedEventStore } from './event-store/open-log.ts';
import { eventStoreContract } from './event-store.contract.ts';

async function open(): Promise<OpenedEventStore> {
  const server = await startEventStoreProcess();
  const connect = async (): Promise<OpenedEventStore> => {
    const store = await createEventStoreDb({ url: server.url });
    return {
      store,
      async reopen() {
        await store.close();
        await server.restart();
        return connect();
      },
      async dispose() {
        await store.close();
        await server.close();
      },
    };
  };
  return connect();
}

eventStoreContract('EventStoreDB', open);
