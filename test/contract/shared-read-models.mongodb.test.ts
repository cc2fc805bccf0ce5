import { afterAll, beforeAll, describe } from 'vitest';
import { connectMongo } from '../../projections/document-store/mongodb/connection.ts';
import { createMongoDocumentStore } from '../../projections/document-store/mongodb/document-store.ts';
import { databaseUrl, type MongoServer, mongoSource, NO_SERVER } from '../support/mongodb.ts';
import { sharedReadModelsContract } from './shared-read-models.contract.ts';

const source = mongoSource();
process.stdout.write(`Shared read models are tried on ${source?.name ?? NO_SERVER}\n`);

describe.skipIf(!source)(`MongoDB (${source?.name ?? NO_SERVER})`, () => {
  let server: MongoServer;
  beforeAll(async () => {
    server = await (source as NonNullable<typeof source>).start();
  });
  afterAll(() => server.close());

  sharedReadModelsContract('MongoDB', async () => {
    const url = databaseUrl(server.url);
    const opened: (() => Promise<void>)[] = [];
    const owner = await connectMongo(url);
    return {
      /** A connection for each process. */
      async open() {
        const connection = await connectMongo(url);
        const store = createMongoDocumentStore({ database: connection.readModels });
        opened.push(async () => {
          await store.close();
          await connection.close();
        });
        return store;
      },
      async close() {
        for (const close of opened) await close();
        await owner.readModels.dropDatabase();
        await owner.close();
      },
    };
  });
});
