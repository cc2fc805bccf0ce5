import { afterAll, beforeAll, describe } from 'vitest';
import { databaseUrl, type MongoServer, mongoSource, NO_SERVER } from '../support/mongodb.ts';
import { openSharedReadModels } from '../support/shared-read-models.ts';
import { killedProjectionsContract } from './killed-projections.contract.ts';

const source = mongoSource();
process.stdout.write(`Killed projections are tried on ${source?.name ?? NO_SERVER}\n`);

describe.skipIf(!source)(`MongoDB (${source?.name ?? NO_SERVER})`, () => {
  let server: MongoServer;
  beforeAll(async () => {
    server = await (source as NonNullable<typeof source>).start();
  });
  afterAll(() => server.close());

  killedProjectionsContract('MongoDB', {
    isShared: true,
    async openStore() {
      const url = databaseUrl(server.url);
      return {
        program: `(await from('test/support/shared-read-models.ts')).openSharedReadModels(${JSON.stringify(url)})`,
        open: () => openSharedReadModels(url),
        dispose: async () => (await openSharedReadModels(url)).drop(),
      };
    },
  });
});
