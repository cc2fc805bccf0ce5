import { type Filter, type Collection as MongoCollection, ObjectId } from 'mongodb';
import { type Document, DocumentStoreUnavailable } from '../port.ts';
import type { Bulks } from './bulks.ts';
import type { Stored } from './query.ts';
import { asStoreError, isDuplicateKey, isRefusedUnsent, outcomeOf, writeErrorsOf } from './store-error.ts';

export type Write =
  | { readonly kind: 'insert'; readonly id: string; readonly document: Document }
  | {
      readonly kind: 'replace';
      readonly id: string;
      readonly document: Document;
      readonly condition: Filter<Stored>;
    }
  | { readonly kind: 'delete'; readonly id: string; readonly condition: Filter<Stored> };

type Insert = Write & { readonly kind: 'insert' };
type Replace = Write & { readonly kind: 'replace' };

export type Outcome = boolean | { readonly error: unknown };

/** Names the bulk that wrote a document last, because MongoDB reports only a count of replacements. */
export const STAMP = '~';

export async function carryOut(
  collection: MongoCollection<Stored>,
  writes: readonly Write[],
  bulks: Bulks,
): Promise<readonly Outcome[]> {
  const outcomes = new Map<Write, Outcome>();
  const kinds = Map.groupBy(writes, ({ kind }) => kind);
  const together = async <Kind extends Write>(
    kind: Kind['kind'],
    carry: (collection: MongoCollection<Stored>, group: readonly Kind[]) => Promise<readonly Outcome[]>,
  ) => {
    const group = (kinds.get(kind) ?? []) as Kind[];
    if (group.length === 0) return;
    const answers = await (group.length === 1 ? singly(collection, group) : carry(collection, group));
    for (const [index, write] of group.entries()) outcomes.set(write, answers[index] ?? { error: new Error(kind) });
  };
  const replaceInBulks = (_: unknown, replaces: readonly Replace[]) =>
    bulks(replaces, (part) => replaceAll(collection, part)).catch((error) => afterFailure(collection, replaces, error));
  await Promise.all([together('insert', insertAll), together('replace', replaceInBulks), together('delete', singly)]);
  return writes.map((write) => outcomes.get(write) as Outcome);
}

async function insertAll(collection: MongoCollection<Stored>, inserts: readonly Insert[]): Promise<readonly Outcome[]> {
  try {
    await collection.insertMany(
      inserts.map(({ document }) => document),
      { ordered: false },
    );
    return inserts.map(() => true);
  } catch (error) {
    const failed = writeErrorsOf(error);
    if (!failed) return afterFailure(collection, inserts, error);
    return inserts.map((_, index) => {
      const failure = failed.get(index);
      return failure ? outcomeOf(failure) : true;
    });
  }
}

async function replaceAll(
  collection: MongoCollection<Stored>,
  replaces: readonly Replace[],
): Promise<readonly Outcome[]> {
  const stamp = new ObjectId();
  const operations = replaces.map(({ document, condition }) => ({
    replaceOne: { filter: condition, replacement: { ...document, [STAMP]: stamp } },
  }));
  try {
    const { matchedCount } = await collection.bulkWrite(operations, { ordered: false });
    if (matchedCount === replaces.length) return replaces.map(() => true);
    if (matchedCount === 0) return replaces.map(() => false);
    return await outcomesByStamp(collection, replaces, stamp, matchedCount);
  } catch (error) {
    return afterFailure(collection, replaces, error);
  }
}

/** Fewer stamps than matches: another write replaced a document since, and outcomes without a stamp are unknown. */
async function outcomesByStamp(
  collection: MongoCollection<Stored>,
  replaces: readonly Replace[],
  stamp: ObjectId,
  matched: number,
): Promise<readonly Outcome[]> {
  const stamped = collection.find(
    { _id: { $in: replaces.map(({ id }) => id) }, [STAMP]: stamp },
    { projection: { _id: 1 }, batchSize: replaces.length },
  );
  const landed = new Set((await stamped.toArray()).map(({ _id }) => _id));
  const other: Outcome =
    landed.size === matched
      ? false
      : { error: new DocumentStoreUnavailable('Other processes were writing the same documents') };
  return replaces.map(({ id }) => landed.has(id) || other);
}

/** If the driver refuses one document, it sends none: write the others. */
function afterFailure(
  collection: MongoCollection<Stored>,
  writes: readonly Write[],
  error: unknown,
): readonly Outcome[] | Promise<readonly Outcome[]> {
  return isRefusedUnsent(error) ? singly(collection, writes) : writes.map(() => ({ error: asStoreError(error) }));
}

const singly = (collection: MongoCollection<Stored>, writes: readonly Write[]): Promise<readonly Outcome[]> =>
  Promise.all(
    writes.map(
      (write): Promise<Outcome> =>
        carryOutOne(collection, write).catch((error: unknown) => ({ error: asStoreError(error) })),
    ),
  );

async function carryOutOne(collection: MongoCollection<Stored>, write: Write): Promise<boolean> {
  switch (write.kind) {
    case 'insert':
      try {
        await collection.insertOne(write.document);
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    case 'replace':
      return (await collection.replaceOne(write.condition, write.document)).matchedCount === 1;
    case 'delete':
      return (await collection.deleteOne(write.condition)).deletedCount === 1;
  }
}
