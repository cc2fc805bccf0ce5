import { afterAll, beforeAll, describe } from 'vitest';
import { createMongoFileStore } from '../../commands/file-store/mongodb/file-store.ts';
import { type MongoServer, mongoSource, NO_SERVER, openTemporaryMongo } from '../support/mongodb.ts';
import { fileStoreContract } from './file-store.contract.ts';

const source = mongoSource();

describe.skipIf(!source)(`MongoDB (${source?.name ?? NO_SERVER})`, () => {
  let server: MongoServer;
  beforeAll(async () => {
    server = await (source as NonNullable<typeof source>).start();
  });
  afterAll(() => server.close());

  fileStoreContract('MongoDB', async () => {
    const { vault, dispose } = await openTemporaryMongo(server.url);
    const files = vault.collection<{ _id: string; bytes: Buffer }>('files');
    return {
      store: createMongoFileStore({ database: vault }),
      reopen: async () => createMongoFileStore({ database: vault }),
      async damage(id, change) {
        const stored = await files.findOne({ _id: id }, { promoteBuffers: true });
        if (stored) await files.replaceOne({ _id: id }, { bytes: change(stored.bytes) });
      },
      dispose,
    };
  });
});
