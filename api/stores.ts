import type { EventStore } from '../commands/event-store/port.ts';
import { createSqliteEventStore } from '../commands/event-store/sqlite/event-store.ts';
import type { DocumentStore } from '../projections/document-store/port.ts';
import { createSqliteDocumentStore } from '../projections/document-store/sqlite/document-store.ts';
import { type Config, ConfigRefused } from './config.ts';
import { type DataDirectory, openDataDirectory } from './storage/data-directory.ts';
import { openStorage, type Storage } from './storage/storage.ts';

/** The infrastructure behind the ports: the one place that knows which adapters stand there. */
export interface Stores {
  readonly directory: DataDirectory;
  /** Other processes may use them, too; else they are this one's alone. */
  readonly areShared: boolean;
  readonly eventStore: EventStore;
  readonly vault: DocumentStore;
  readonly readModels: DocumentStore;
  /** So that what was erased is gone from the disk, too. */
  truncateLogs(): Promise<unknown>;
  /** In reverse order of opening. */
  close(): Promise<void>;
}

/** `onLost` is told when nothing can be written any more until the process starts anew. */
export async function openStores(config: Config, onLost?: (error: Error) => void): Promise<Stores> {
  if (config.eventStoreUrl ?? config.mongodbUrl) {
    throw new ConfigRefused('EVENTSTORE_URL and MONGODB_URL are not supported by this version.');
  }
  const directory = openDataDirectory(config.dataDir);
  const storage = await openStorage(onLost);
  try {
    const stores = await openSqliteStores(directory, storage);
    return {
      directory,
      areShared: false,
      ...stores,
      truncateLogs: () => storage.truncateLogs(),
      async close() {
        await stores.readModels.close();
        await stores.eventStore.close();
        await stores.vault.close();
        await storage.close();
        directory.release();
      },
    };
  } catch (error) {
    await storage.close();
    directory.release();
    throw error;
  }
}

/** The three stores over one writer: the storage thread's here, an in-thread one in the rebuild worker. */
export async function openSqliteStores(
  paths: Pick<DataDirectory, 'events' | 'vault' | 'readModel'>,
  writer: Storage,
): Promise<Pick<Stores, 'eventStore' | 'vault' | 'readModels'>> {
  return {
    eventStore: await createSqliteEventStore({ file: paths.events, writer }),
    vault: createSqliteDocumentStore({ fileOf: () => paths.vault, writer, synchronous: 'FULL' }),
    readModels: createSqliteDocumentStore({ fileOf: paths.readModel, writer, synchronous: 'NORMAL' }),
  };
}
