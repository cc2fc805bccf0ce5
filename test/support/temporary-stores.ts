import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStorage, type Storage } from '../../api/storage/storage.ts';
import type { EventStore } from '../../commands/event-store/port.ts';
import { createSqliteEventStore } from '../../commands/event-store/sqlite/event-store.ts';
import type { DocumentStore } from '../../projections/document-store/port.ts';
import { createSqliteDocumentStore } from '../../projections/document-store/sqlite/document-store.ts';

export interface TemporaryStores extends AsyncDisposable {
  readonly directory: string;
  readonly eventsFile: string;
  readonly storage: Storage;
  readonly store: EventStore;
  readonly vault: DocumentStore;
}

/** Removed by `await using`. */
export async function openTemporaryStores(): Promise<TemporaryStores> {
  const directory = mkdtempSync(join(tmpdir(), 'intake-stores-'));
  const eventsFile = join(directory, 'events.sqlite');
  const storage = await openStorage();
  const store = await createSqliteEventStore({ file: eventsFile, writer: storage });
  const vaultFile = join(directory, 'vault.sqlite');
  const vault = createSqliteDocumentStore({ fileOf: () => vaultFile, writer: storage, synchronous: 'FULL' });
  return {
    directory,
    eventsFile,
    storage,
    store,
    vault,
    async [Symbol.asyncDispose]() {
      await store.close();
      await vault.close();
      await storage.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
