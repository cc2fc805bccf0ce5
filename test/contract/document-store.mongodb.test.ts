import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectMongo, type MongoConnection } from '../../projections/document-store/mongodb/connection.ts';
import { createMongoDocumentStore } from '../../projections/document-store/mongodb/document-store.ts';
import type { Collection, Document } from '../../projections/document-store/port.ts';
import { databaseUrl, type MongoServer, mongoSource, NO_SERVER } from '../support/mongodb.ts';
import { documentStoreContract, type OpenedDocumentStore } from './document-store.contract.ts';

interface Row extends Document {
  readonly rank?: number;
}
const INDEXES = ['batch', 'rank'];

const source = mongoSource();
process.stdout.write(`The document store's MongoDB adapter runs on ${source?.name ?? NO_SERVER}\n`);

describe.skipIf(!source)(`MongoDB (${source?.name ?? NO_SERVER})`, () => {
  let server: MongoServer;
  beforeAll(async () => {
    server = await (source as NonNullable<typeof source>).start();
  });
  afterAll(() => server.close());

  documentStoreContract('MongoDB', () => openAt(databaseUrl(server.url)));

  describe('shared by several processes', () => {
    let connections: readonly MongoConnection[];
    let rows: readonly Collection<Row>[];
    const eachAtOnce = <Answer>(call: (collection: Collection<Row>, n: number) => Promise<Answer>) =>
      Promise.all(rows.map(call));

    beforeEach(async () => {
      const url = databaseUrl(server.url);
      connections = await Promise.all([1, 2, 3, 4].map(() => connectMongo(url)));
      rows = connections.map(({ readModels }) =>
        createMongoDocumentStore({ database: readModels }).collection<Row>({ name: 'rows@1.1', indexes: INDEXES }),
      );
    });
    afterEach(async () => {
      await connections[0]?.readModels.dropDatabase();
      await Promise.all(connections.map((connection) => connection.close()));
    });

    test('its indexes are made once, however many begin at the same time', async () => {
      expect(await eachAtOnce((collection) => collection.count({ rank: 1 }))).toEqual([0, 0, 0, 0]);
      const indexes = await connections[0]?.readModels.collection('rows@1.1').listIndexes().toArray();
      expect(indexes?.map(({ key }) => Object.keys(key))).toEqual([['_id'], ['batch', '_id'], ['rank', '_id']]);
    });

    test('of all that insert one id at once exactly one succeeds', async () => {
      const answers = await eachAtOnce((collection, rank) => collection.insert({ _id: 'a', rank }));
      expect(answers.filter(Boolean)).toHaveLength(1);
      expect((await rows[0]?.get('a'))?.rank).toBe(answers.indexOf(true));
    });

    test('of all that delete one document at once exactly one succeeds', async () => {
      await rows[0]?.insert({ _id: 'a' });
      const answers = await eachAtOnce((collection) => collection.delete('a'));
      expect(answers.filter(Boolean)).toHaveLength(1);
    });

    test('of all that replace what they have loaded exactly one succeeds', async ({ skip }) => {
      const { ferretdbVersion } = (await connections[0]?.readModels.command({ buildInfo: 1 })) ?? {};
      skip(ferretdbVersion !== undefined, 'FerretDB 1 replaces in two steps; this needs MongoDB itself');
      for (let round = 0; round < 50; round += 1) {
        const ids = [`a${round}`, `b${round}`];
        await Promise.all(ids.map((_id) => rows[0]?.insert({ _id, _pos: 0n })));
        const answers = await eachAtOnce((collection, rank) =>
          Promise.all(ids.map((_id) => collection.replace({ _id, _pos: 1n, rank }, { _pos: 0n }))),
        );
        for (const [n, _id] of ids.entries()) {
          const winners = answers.flatMap((answer, rank) => (answer[n] ? [rank] : []));
          expect(winners).toEqual([(await rows[0]?.get(_id))?.rank]);
        }
      }
    });
  });
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
