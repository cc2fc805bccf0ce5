import { afterAll, beforeAll, describe } from 'vitest';
import { databaseUrl, type MongoServer, mongoSource, NO_SERVER } from '../support/mongodb.ts';
import { openSharedReadModels, type SharedReadModels } from '../support/shared-read-models.ts';
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
    const opened: SharedReadModels[] = [];
    return {
      async open() {
        const models = await openSharedReadModels(url);
        opened.push(models);
        return models.store;
      },
      async close() {
        for (const models of opened) await models.close();
        await (await openSharedReadModels(url)).drop();
      },
    };
  });
});
