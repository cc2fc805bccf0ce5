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

eventStoreContract(
  `EventStoreDB (${source.name})`,
  () => openOn(source),
  () => openOn(source.makesLogs ? source : THE_DOUBLE),
);
