import type { Collection as MongoCollection } from 'mongodb';
import type { Collection, Document } from '../port.ts';
import { cursorBehind, requireLimit } from '../query-values.ts';
import { validateDocument, validateId } from '../validate-document.ts';
import { conditionOf, guarded, orderOf, type Stored } from './query.ts';
import { withStoreErrors } from './store-error.ts';
import { STAMP, type Write } from './write.ts';

/** Every call first ensures the indexes. */
export interface Table {
  readonly name: string;
  readonly indexes: readonly string[];
  open(): Promise<MongoCollection<Stored>>;
  write(write: Write): Promise<boolean>;
  drop(): Promise<void>;
}

const BATCH = 10_000;
const IDS_PER_QUERY = 10_000;

/** Int64 is read as bigint; only `_pos` is one. */
const READING = { useBigInt64: true } as const;

export function createCollection<Doc extends Document>(table: Table): Collection<Doc> {
  const { indexes } = table;
  return {
    name: table.name,
    async get(id) {
      validateId(id);
      const stored = await withStoreErrors((await table.open()).findOne({ _id: id }, READING));
      return stored ? documentOf<Doc>(stored) : undefined;
    },
    async getMany(ids) {
      for (const id of ids) validateId(id);
      const collection = await table.open();
      const wanted = [...new Set(ids)];
      const documents: Doc[] = [];
      for (let index = 0; index < wanted.length; index += IDS_PER_QUERY) {
        const condition = { _id: { $in: wanted.slice(index, index + IDS_PER_QUERY) } };
        const found = await withStoreErrors(collection.find(condition, { ...READING, batchSize: BATCH }).toArray());
        for (const stored of found) documents.push(documentOf(stored));
      }
      return documents;
    },
    async find(filter, options = {}) {
      const { limit, sort } = options;
      requireLimit(limit);
      const wanted = conditionOf(filter, indexes);
      const { by, behind } = orderOf(options, indexes);
      const collection = await table.open();
      const found = collection.find(behind ? { $and: [wanted, behind] } : wanted, {
        ...READING,
        sort: by,
        batchSize: BATCH,
        ...(limit === undefined ? {} : { limit: limit + 1 }),
      });
      const stored = await withStoreErrors(found.toArray());
      const documents = stored.slice(0, limit).map(documentOf<Doc>);
      const last = documents.at(-1);
      return stored.length > documents.length && last ? { documents, cursor: cursorBehind(last, sort) } : { documents };
    },
    async count(filter) {
      const condition = conditionOf(filter, indexes);
      return withStoreErrors((await table.open()).countDocuments(condition));
    },
    async insert(document) {
      validateDocument(document, indexes);
      return table.write({ kind: 'insert', id: document._id, document });
    },
    async replace(document, guard) {
      validateDocument(document, indexes);
      return table.write({ kind: 'replace', id: document._id, document, condition: guarded(document._id, guard) });
    },
    async delete(id, guard) {
      validateId(id);
      return table.write({ kind: 'delete', id, condition: guarded(id, guard) });
    },
    drop: () => table.drop(),
  };
}

/** The stamp is the last member, so V8 removes it without a slower object layout. */
function documentOf<Doc>(stored: Stored): Doc {
  if (STAMP in stored) Reflect.deleteProperty(stored, STAMP);
  return stored as unknown as Doc;
}
