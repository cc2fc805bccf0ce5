import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectMongo, type MongoConnection } from '../../projections/document-store/mongodb/connection.ts';
import { createMongoDocumentStore } from '../../projections/document-store/mongodb/document-store.ts';
import { type Collection, type Document, DocumentStoreUnavailable } from '../../projections/document-store/port.ts';
import { type FerretDb, findFerretDbToBreak, startFerretDb } from '../support/ferretdb.ts';
import { databaseUrl, NO_SERVER } from '../support/mongodb.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

interface Row extends Document {
  readonly rank?: number;
}

/** Six seconds to report an absent server and five to recover; a busy machine takes longer. */
const TOLD_WITHIN_MS = 20_000;
const BACK_WITHIN_MS = 20_000;

const ferretdb = findFerretDbToBreak();

describe.skipIf(!ferretdb)(`a MongoDB server that fails (${ferretdb ? 'FerretDB' : NO_SERVER})`, () => {
  let server: FerretDb;
  let proxy: TcpProxy;
  let connection: MongoConnection;
  let collection: Collection<Row>;
  let made = 0;

  beforeAll(async () => {
    server = await startFerretDb();
    proxy = await startTcpProxy(Number(new URL(server.url).port));
  });
  afterAll(async () => {
    await proxy.close();
    await server.close();
  });
  beforeEach(async () => {
    await server.restart();
    connection = await connectMongo(databaseUrl(server.url));
    collection = rowsOf(connection);
    await collection.insert({ _id: 'a', rank: 1 });
  });
  afterEach(() => connection.close());

  const rowsOf = ({ readModels }: MongoConnection) => {
    made += 1;
    return createMongoDocumentStore({ database: readModels }).collection<Row>({
      name: `rows${made}`,
      indexes: ['rank'],
    });
  };
  const everyCall = (rows: Collection<Row>): Promise<unknown>[] => [
    rows.get('a'),
    rows.getMany(['a']),
    rows.find({ rank: 1 }),
    rows.count({}),
    rows.insert({ _id: crypto.randomUUID() }),
    rows.replace({ _id: 'a', rank: 1 }, { rank: 1 }),
    rows.delete('nobody'),
  ];
  const expectAllTold = async (calls: readonly Promise<unknown>[], since = performance.now()) => {
    const outcomes = await Promise.allSettled(calls);
    expect(performance.now() - since).toBeLessThan(TOLD_WITHIN_MS);
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(DocumentStoreUnavailable) });
    }
  };
  const expectBackSoon = () =>
    expect.poll(() => collection.get('a').catch(() => undefined), { timeout: BACK_WITHIN_MS }).toBeDefined();

  test('killed: every call soon fails as unavailable, and everything continues when it is back', async () => {
    await server.kill();
    await expectAllTold(everyCall(collection));
    await server.restart();
    await expectBackSoon();
    expect(await collection.replace({ _id: 'a', rank: 2 }, { rank: 1 })).toBe(true);
  });

  test('killed repeatedly under readers: every reader recovers', async () => {
    const readers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const own = await connectMongo(databaseUrl(`mongodb://127.0.0.1:${proxy.port}`));
        return { own, rows: rowsOf(own) };
      }),
    );
    let isOver = false;
    const read = async (rows: Collection<Row>) => {
      while (!isOver) await rows.get('a').catch(() => pause(20));
    };
    const reading = readers.flatMap(({ rows }) => [read(rows), read(rows), read(rows), read(rows)]);
    const isBack = (rows: Collection<Row>) =>
      expect.poll(() => rows.count({}).catch(() => undefined), { timeout: BACK_WITHIN_MS }).toBe(0);
    for (let kill = 0; kill < 4; kill += 1) {
      await server.kill();
      await pause(1500);
      await server.restart();
      await Promise.all(readers.map(({ rows }) => isBack(rows)));
    }
    isOver = true;
    await Promise.all(reading);
    await Promise.all(readers.map(({ own }) => own.close()));
  }, 60_000);

  test('frozen: every call soon fails as unavailable, also those under way, and everything continues', async () => {
    const begun = performance.now();
    await server.freeze();
    try {
      await expectAllTold(Array.from({ length: 10 }, () => everyCall(collection)).flat(), begun);
      await expectAllTold(everyCall(collection));
    } finally {
      server.thaw();
    }
    await expectBackSoon();
    await Promise.all(everyCall(collection));
  });

  test('killed under writers: what was answered holds, and nothing is answered wrongly', async () => {
    const inserted = new Set<string>();
    const writer = async (name: number) => {
      for (let n = 0; ; n += 1) {
        const _id = `${name}:${n}`;
        expect(await collection.insert({ _id, rank: n })).toBe(true);
        inserted.add(_id);
      }
    };
    const writers = Array.from({ length: 8 }, (_, name) => writer(name));
    writers.map((each) => each.catch(() => undefined));
    await expect.poll(() => inserted.size, { timeout: 20_000 }).toBeGreaterThan(100);
    await server.kill();
    await expectAllTold(writers);
    await server.restart();
    await expectBackSoon();
    expect(await collection.getMany([...inserted])).toHaveLength(inserted.size);
  });

  describe('behind a bad line', () => {
    let remote: MongoConnection | undefined;
    let rows: Collection<Row>;
    beforeEach(async () => {
      remote = await connectMongo(databaseUrl(`mongodb://127.0.0.1:${proxy.port}`));
      rows = rowsOf(remote);
      await rows.insert({ _id: 'a', rank: 1 });
    });
    afterEach(async () => {
      proxy.reset();
      await remote?.close();
    });

    test('slow answers are waited for', async () => {
      proxy.delayAnswers(300);
      expect(await Promise.all(everyCall(rows))).toHaveLength(7);
    });

    test('a write whose answer is lost has an unknown outcome, neither done nor refused', async () => {
      proxy.swallowAnswers();
      await expectAllTold([rows.insert({ _id: 'b' })]);
      proxy.reset();
      await expect.poll(() => rows.get('b').catch(() => undefined), { timeout: BACK_WITHIN_MS }).toEqual({ _id: 'b' });
    });
  });

  test('absent from the start: says so soon, and not with which password', async () => {
    const begun = performance.now();
    const attempt = connectMongo('mongodb://intake:s3cret@127.0.0.1:1/intake');
    await expect(attempt).rejects.toBeInstanceOf(DocumentStoreUnavailable);
    await expect(attempt).rejects.not.toThrow('s3cret');
    expect(performance.now() - begun).toBeLessThan(TOLD_WITHIN_MS);
  });

  test('an invalid address is reported without its password', async () => {
    const attempt = connectMongo('mongodb://intake:s3cret@:port/intake');
    await expect(attempt).rejects.toBeInstanceOf(TypeError);
    await expect(attempt).rejects.not.toThrow('s3cret');
  });
});
