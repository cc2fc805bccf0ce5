import { afterAll, beforeAll, describe } from 'vitest';
import { createMongoFileStore } from '../../commands/file-store/mongodb/file-store.ts';
import { connectMongo } from '../../projections/document-store/mongodb/connection.ts';
import { databaseUrl, type MongoServer, mongoSource, NO_SERVER } from '../support/mongodb.ts';
import { fileStoreContract } from './file-store.contract.ts';

const source = mongoSource();

describe.skipIf(!source)(`MongoDB (${source?.name ?? NO_SERVER})`, () => {
  let server: MongoServer;
  beforeAll(async () => {
    server = await (source as NonNullable<typeof source>).start();
  });
  afterAll(() => server.close());

  fileStoreContract('MongoDB', async () => {
    const connection = await connectMongo(databaseUrl(server.url));
    const files = connection.vault.collection<{ _id: string; bytes: Buffer }>('files');
    return {
      store: createMongoFileStore({ database: connection.vault }),
      reopen: async () => createMongoFileStore({ database: connection.vault }),
      async damage(id, change) {
        const stored = await files.findOne({ _id: id }, { promoteBuffers: true });
        if (stored) await files.replaceOne({ _id: id }, { bytes: change(stored.bytes) });
      },
      async dispose() {
        await connection.vault.dropDatabase();
        await connection.close();
      },
    };
  });
});
