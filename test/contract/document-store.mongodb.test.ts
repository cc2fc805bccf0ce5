import { afterAll, beforeAll, describe } from 'vitest';
import { connectMongo } from '../../projections/document-store/mongodb/connection.ts';
import { createMongoDocumentStore } from '../../projections/document-store/mongodb/document-store.ts';
import { databaseUrl, type MongoServer, mongoSource, NO_SERVER } from '../support/mongodb.ts';
import { documentStoreContract, type OpenedDocumentStore } from './document-store.contract.ts';

const source = mongoSource();
process.stdout.write(`The document store's MongoDB adapter runs on ${source?.name ?? NO_SERVER}\n`);

describe.skipIf(!source)(`MongoDB (${source?.name ?? NO_SERVER})`, () => {
  let server: MongoServer;
  beforeAll(async () => {
    server = await (source as NonNullable<typeof source>).start();
  });
  afterAll(() => server.close());

  documentStoreContract('MongoDB', () => openAt(databaseUrl(server.url)));
});

async function openAt(url: string): Promise<OpenedDocumentStore> {
  const connection = await connectMongo(url);
  const store = createMongoDocumentStore({ database: connection.readModels });
  const close = async () => {
    await store.close();
    await connection.close();
  };
  return {
    store,
    async reopen() {
      await close();
      return openAt(url);
    },
    async dispose() {
      await connection.readModels.dropDatabase();
      await close();
    },
  };
}
