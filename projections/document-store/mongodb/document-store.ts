import type { CreateIndexesOptions, Db, Collection as MongoCollection } from 'mongodb';
import { type IndexKey, indexKeysOf } from '../index-keys.ts';
import { type CollectionSpec, type Document, type DocumentStore, DocumentStoreUnavailable } from '../port.ts';
import { validateSpec } from '../validate-document.ts';
import { createBulks } from './bulks.ts';
import { createCollection, type Table } from './collection.ts';
import type { Stored } from './query.ts';
import { isMissingCollection, withStoreErrors } from './store-error.ts';
import { carryOut } from './write.ts';
import { createWriteBatches, type WriteBatches } from './write-batches.ts';

const keyOf = (spec: CollectionSpec) => [spec.name, spec.indexing, ...indexKeysOf(spec).map(({ name }) => name)].join();

export function createMongoDocumentStore({ database }: { database: Db }): DocumentStore {
  const ensured = new Map<string, Promise<void>>();
  const batches = new Map<string, WriteBatches>();
  const bulks = createBulks(database);
  let isClosed = false;

  const requireOpen = () => {
    if (isClosed) throw new DocumentStoreUnavailable('The document store has been closed');
  };

  /** The next use retries a failure. */
  const open = async (spec: CollectionSpec): Promise<MongoCollection<Stored>> => {
    const collection = database.collection<Stored>(spec.name);
    const key = keyOf(spec);
    const made =
      ensured.get(key) ??
      withStoreErrors(ensureIndexes(collection, spec.indexing === 'later' ? [] : indexKeysOf(spec)));
    ensured.set(key, made);
    await made.catch((error: unknown) => {
      ensured.delete(key);
      throw error;
    });
    return collection;
  };

  const batchesOf = (spec: CollectionSpec): WriteBatches => {
    const key = keyOf(spec);
    const known = batches.get(key) ?? createWriteBatches(async (writes) => carryOut(await open(spec), writes, bulks));
    batches.set(key, known);
    return known;
  };
  const settle = () => Promise.all(Array.from(batches.values(), (each) => each.settled()));

  return {
    collection<Doc extends Document>(spec: CollectionSpec) {
      validateSpec(spec);
      const { name } = spec;
      const table: Table = {
        ...spec,
        async open() {
          requireOpen();
          return open(spec);
        },
        async write(write) {
          requireOpen();
          return batchesOf(spec).add(write);
        },
        async drop() {
          requireOpen();
          await settle();
          for (const key of ensured.keys()) if (key.split(',')[0] === name) ensured.delete(key);
          await withStoreErrors(
            database.dropCollection(name).catch((error: unknown) => {
              if (!isMissingCollection(error)) throw error;
            }),
          );
        },
      };
      return createCollection<Doc>(table);
    },
    async close() {
      isClosed = true;
      await settle();
    },
  };
}

/** Indexing many documents takes longer than any other call, and the driver allows one socket timeout per call. */
const LONG_CALL: CreateIndexesOptions & { readonly socketTimeoutMS: number } = { socketTimeoutMS: 600_000 };
const TRIES = 3;

/** Another process may create the same indexes: on a refusal, check again. */
async function ensureIndexes(collection: MongoCollection<Stored>, indexes: readonly IndexKey[]): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const missing = indexes.length > 0 ? await missingIndexes(collection, indexes) : [];
    if (missing.length === 0) return;
    try {
      await collection.createIndexes(
        missing.map(({ name, members }) => ({ name, key: new Map(members.map((member) => [member, 1])) })),
        LONG_CALL,
      );
      return;
    } catch (error) {
      if (tries === TRIES) throw error;
    }
  }
}

async function missingIndexes(
  collection: MongoCollection<Stored>,
  indexes: readonly IndexKey[],
): Promise<readonly IndexKey[]> {
  try {
    const existing = new Set((await collection.listIndexes().toArray()).map(({ name }) => name as string));
    return indexes.filter((index) => !existing.has(index.name));
  } catch (error) {
    if (isMissingCollection(error)) return [...indexes];
    throw error;
  }
}
