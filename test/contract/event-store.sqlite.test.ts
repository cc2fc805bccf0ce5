import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStorage } from '../../api/storage/storage.ts';
import { createSqliteEventStore } from '../../commands/event-store/sqlite/event-store.ts';
import type { OpenedEventStore } from './event-store/open-log.ts';
import { eventStoreContract } from './event-store.contract.ts';

async function openIn(directory: string): Promise<OpenedEventStore> {
  const storage = await openStorage();
  const store = await createSqliteEventStore({ file: join(directory, 'events.sqlite'), writer: storage });
  const close = async () => {
    await store.close();
    await storage.close();
  };
  return {
    store,
    async reopen() {
      await close();
      return openIn(directory);
    },
    async dispose() {
      await close();
      await rm(directory, { recursive: true });
    },
  };
}

eventStoreContract('SQLite', async () => openIn(await mkdtemp(join(tmpdir(), 'intake-events-'))));
