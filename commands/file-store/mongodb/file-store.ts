import { type Collection, type Db, MongoError } from 'mongodb';
import { type FileStore, FileStoreUnavailable } from '../port.ts';
import { contentOf, requireFileId, storedForm } from '../stored-file.ts';

interface StoredFile {
  readonly _id: string;
  readonly bytes: Buffer;
}

const DUPLICATE_KEY = 11000;

/** One document per file, far below MongoDB's 16 MB. */
export function createMongoFileStore({ database }: { database: Db }): FileStore {
  const files = database.collection<StoredFile>('files');
  return {
    async put(id, bytes) {
      requireFileId(id);
      const stored = { bytes: storedForm(bytes) };
      await available(async () => {
        // Of several concurrent puts all may find nothing; all but the first then find the first one's, unless it was
        // deleted.
        while (!(await hasPut(files, id, stored)));
      });
    },

    async get(id) {
      requireFileId(id);
      const stored = await available(() => files.findOne({ _id: id }, { promoteBuffers: true }));
      return stored ? contentOf(id, stored.bytes) : undefined;
    },

    async delete(id) {
      requireFileId(id);
      return (await available(() => files.deleteOne({ _id: id }))).deletedCount === 1;
    },

    async list({ after = '', limit }) {
      const behind = files.find({ _id: { $gt: after } }, { projection: { _id: 1 }, sort: { _id: 1 }, limit });
      return (await available(() => behind.toArray())).map(({ _id }) => _id);
    },
  };
}

async function hasPut(files: Collection<StoredFile>, _id: string, stored: Omit<StoredFile, '_id'>): Promise<boolean> {
  try {
    await files.replaceOne({ _id }, stored, { upsert: true });
    return true;
  } catch (error) {
    if (error instanceof MongoError && error.code === DUPLICATE_KEY) return false;
    throw error;
  }
}

async function available<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    throw new FileStoreUnavailable(`MongoDB: ${(error as Error).message}`);
  }
}
