import { connectMongo } from '../../projections/document-store/mongodb/connection.ts';
import { createMongoDocumentStore } from '../../projections/document-store/mongodb/document-store.ts';
import type { DocumentStore } from '../../projections/document-store/port.ts';

export interface SharedReadModels {
  readonly store: DocumentStore;
  close(): Promise<void>;
  drop(): Promise<void>;
}

/** One process's own connection. */
export async function openSharedReadModels(url: string): Promise<SharedReadModels> {
  const connection = await connectMongo(url);
  const store = createMongoDocumentStore({ database: connection.readModels });
  const close = async () => {
    await store.close();
    await connection.close();
  };
  return {
    store,
    close,
    async drop() {
      await connection.readModels.dropDatabase();
      await close();
    },
  };
}
