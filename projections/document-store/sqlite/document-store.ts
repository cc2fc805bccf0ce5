import { existsSync } from 'node:fs';
import { type IndexKey, indexKeysOf } from '../index-keys.ts';
import { type CollectionSpec, type Document, type DocumentStore, DocumentStoreUnavailable } from '../port.ts';
import { validateSpec } from '../validate-document.ts';
import { createCollection, type Table } from './collection.ts';
import { createDocumentCache } from './document-cache.ts';
import { meaningOf } from './failures.ts';
import { columnOf, memberOf, quoted, storedValue } from './query.ts';
import { openReader, type Reader } from './reader.ts';
import type { SqliteWriter, UnitOutcome } from './writer.ts';

/** `fileOf`: one file per collection (read models; `drop` removes the file) or one for all (the vault). */
export function createSqliteDocumentStore({
  fileOf,
  writer,
  synchronous,
  cacheLimit = 0,
}: {
  fileOf: (collection: string) => string;
  /** Null for a thread that only reads; the writing thread creates the collections. */
  writer: SqliteWriter | null;
  /** FULL for the vault, NORMAL for data that can be rebuilt. */
  synchronous: 'FULL' | 'NORMAL';
  /** Characters. Only for the thread that writes these files. */
  cacheLimit?: number;
}): DocumentStore {
  const cache = cacheLimit > 0 ? createDocumentCache(cacheLimit) : undefined;
  const readers = new Map<string, Reader>();
  const ensured = new Map<string, Promise<void>>();
  const filled = new Map<string, readonly string[]>();
  let creating: Promise<void> = Promise.resolve();
  let isClosed = false;

  const requireOpen = () => {
    if (isClosed) throw new DocumentStoreUnavailable('The document store has been closed');
  };
  const readerOf = (file: string) => {
    requireOpen();
    const reader = readers.get(file) ?? openReader(file);
    readers.set(file, reader);
    return reader;
  };

  const requireWriter = (): SqliteWriter => {
    if (!writer) throw new Error('These documents are only read here');
    return writer;
  };

  const create = async ({ name, indexes, compound, indexing }: CollectionSpec) => {
    const file = fileOf(name);
    if (!writer) {
      if (!existsSync(file)) throw new DocumentStoreUnavailable(`${file} does not exist yet`);
      return;
    }
    const schema = [tableOf(name, indexes), ...indexKeysOf({ indexes, compound }).map((key) => indexOn(name, key))];
    const table = schema.slice(0, 1);
    await carriedOut(file, writer.open(file, { synchronous, secureDelete: true, schema: table }));
    const columns = readerOf(file).all<Column>('SELECT name, hidden FROM pragma_table_xinfo(?)', [name]);
    const members = columns.flatMap(([column, hidden]) => ({ member: memberOf(column), isFilled: hidden === 0n }));
    filled.set(
      name,
      members.flatMap(({ member, isFilled }) => (isFilled && member !== undefined ? member : [])),
    );
    if (indexing === 'later') return;
    const added = indexes.filter((index) => !members.some(({ member }) => member === index));
    const additions = added.map((index) => `ALTER TABLE ${quoted(name)} ADD COLUMN ${addedColumn(index)}`);
    // One by one, because a single large commit would delay other syncs.
    for (const sql of [...additions, ...schema.slice(1)])
      await carriedOut(file, writer.write(file, [{ sql, params: [] }]));
  };

  /** The next use retries a failure. */
  const ready = (key: string, spec: CollectionSpec): Promise<void> => {
    requireOpen();
    const known = ensured.get(key);
    if (known) return known;
    const made = creating.then(() => create(spec));
    ensured.set(key, made);
    creating = made.catch(() => {
      ensured.delete(key);
    });
    return made;
  };

  const drop = async ({ name }: CollectionSpec) => {
    const file = fileOf(name);
    for (const key of ensured.keys()) if (key.split(',')[0] === name) ensured.delete(key);
    if (!hasOwnFile(fileOf, name)) {
      await carriedOut(
        file,
        requireWriter().write(file, [{ sql: `DROP TABLE IF EXISTS ${quoted(name)}`, params: [] }]),
      );
      return;
    }
    readers.get(file)?.close();
    readers.delete(file);
    await carriedOut(file, requireWriter().remove(file));
  };

  return {
    collection<Doc extends Document>(spec: CollectionSpec) {
      validateSpec(spec);
      const file = fileOf(spec.name);
      const key = [spec.name, spec.indexing, ...indexKeysOf(spec).map((index) => index.name)].join();
      const shelf = cache?.shelf(spec.name);
      shelf?.clear();
      const table: Table = {
        ...spec,
        shelf,
        requireOpen,
        async reader() {
          await ready(key, spec);
          return readerOf(file);
        },
        async write(statementFor) {
          await ready(key, spec);
          const unit = [statementFor(filled.get(spec.name) ?? [])];
          const written = requireWriter().write(file, unit, { mayBeLost: spec.mayBeLost ?? false });
          return (await carriedOut(file, written)).status === 'done';
        },
        async drop() {
          await ready(key, spec);
          shelf?.clear();
          await drop(spec).finally(() => shelf?.clear());
        },
      };
      return createCollection<Doc>(table);
    },
    async close() {
      isClosed = true;
      for (const reader of readers.values()) reader.close();
      readers.clear();
    },
  };
}

type Column = readonly [name: string, hidden: bigint];

/** The text is the last column, so that sorting and comparing do not read it. */
const tableOf = (name: string, indexes: readonly string[]) =>
  `CREATE TABLE IF NOT EXISTS ${quoted(name)} (${[
    '_id TEXT PRIMARY KEY NOT NULL, _pos INTEGER',
    ...indexes.map((index) => `${columnOf(index)} ANY`),
    'json TEXT NOT NULL',
  ].join(', ')}) STRICT`;

/** For a table with documents: a generated column needs no rewrite, but is computed on each read. */
const addedColumn = (index: string) => `${columnOf(index)} ANY GENERATED ALWAYS AS (${storedValue(index)}) VIRTUAL`;

const indexOn = (table: string, { name, members }: IndexKey) => {
  const columns = members.map((member) => (member === '_id' ? member : columnOf(member)));
  return `CREATE INDEX IF NOT EXISTS ${quoted(`${table}:${name}`)} ON ${quoted(table)} (${columns.join(', ')})`;
};

/** Only then may a drop delete the file. */
const hasOwnFile = (fileOf: (collection: string) => string, name: string) => fileOf(name) !== fileOf(`${name}_`);

async function carriedOut(file: string, doing: Promise<UnitOutcome>): Promise<UnitOutcome> {
  const outcome = await doing.catch((error: unknown) => {
    throw meaningOf(error, file);
  });
  if (outcome.status === 'unavailable') throw new DocumentStoreUnavailable(outcome.message);
  return outcome;
}
