import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInThreadWriter } from '../../api/storage/in-thread-writer.ts';
import type { DocumentStore } from '../../projections/document-store/port.ts';
import { createSqliteDocumentStore } from '../../projections/document-store/sqlite/document-store.ts';

export interface ReadModels {
  readonly store: DocumentStore;
  readonly directory: string;
  close(): Promise<void>;
}

/** A new directory, or one of an earlier opening. */
export async function openReadModels(directory?: string): Promise<ReadModels> {
  const place = directory ?? (await mkdtemp(join(tmpdir(), 'intake-read-models-')));
  const writer = createInThreadWriter();
  const store = createSqliteDocumentStore({
    fileOf: (collection) => join(place, `${collection}.sqlite`),
    writer,
    synchronous: 'NORMAL',
    cacheLimit: 1_000_000,
  });
  return {
    store,
    directory: place,
    async close() {
      await store.close();
      await writer.close();
    },
  };
}

export const removeReadModels = ({ directory }: ReadModels): Promise<void> =>
  rm(directory, { recursive: true, force: true });
