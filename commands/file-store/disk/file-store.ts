import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { FileDamaged, type FileStore, FileStoreUnavailable } from '../port.ts';
import { contentOf, isFileId, requireFileId, storedForm } from '../stored-file.ts';

/** Leftovers at the start were never stored. */
const BEGUN = 'begun';
/** First characters of an id that name its folder, so that folders stay small. */
const FOLDER_LETTERS = 2;

/**
 * Readable by this user only. Files are written elsewhere, synced and renamed, so that a power failure leaves them
 * whole or absent. DATA_DIR's lock admits one process.
 */
export async function openDiskFileStore({ directory }: { directory: string }): Promise<FileStore> {
  const begun = join(directory, BEGUN);
  await available(async () => {
    await rm(begun, { recursive: true, force: true });
    await mkdir(begun, { recursive: true, mode: 0o700 });
  });
  const folderOf = (id: string) => join(directory, id.slice(0, FOLDER_LETTERS));
  const placeOf = (id: string) => join(folderOf(id), id);

  return {
    async put(id, bytes) {
      requireFileId(id);
      const stored = storedForm(bytes);
      await available(async () => {
        const aside = join(begun, randomUUID());
        try {
          await writeDurably(aside, stored);
          const isNewFolder = await mkdir(folderOf(id), { recursive: true, mode: 0o700 });
          await rename(aside, placeOf(id));
          await syncFolder(folderOf(id));
          if (isNewFolder) await syncFolder(directory);
        } catch (error) {
          await rm(aside, { force: true });
          throw error;
        }
      });
    },

    async get(id) {
      requireFileId(id);
      const stored = await available(() => unlessAbsent(readFile(placeOf(id)))).catch((error: unknown) => {
        throw isUnreadable(error) ? new FileDamaged(id) : error;
      });
      return stored && contentOf(id, stored);
    },

    async delete(id) {
      requireFileId(id);
      return available(async () => {
        const wasThere = await unlessAbsent(unlink(placeOf(id)).then(() => true));
        if (wasThere) await syncFolder(folderOf(id));
        return wasThere ?? false;
      });
    },

    async list({ after = '', limit }) {
      const ids: string[] = [];
      const namesIn = async (path: string) => (await available(() => unlessAbsent(readdir(path)))) ?? [];
      const folders = (await namesIn(directory)).filter((name) => name.length === FOLDER_LETTERS);
      for (const folder of folders.sort()) {
        if (folder < after.slice(0, FOLDER_LETTERS)) continue;
        const names = await namesIn(join(directory, folder));
        ids.push(...names.filter((name) => isFileId(name) && name > after).sort());
        if (ids.length >= limit) break;
      }
      return ids.slice(0, limit);
    },
  };
}

async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A new name is durable only when its folder is synced. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function unlessAbsent<Answer>(call: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await call;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A bad sector, or a folder in the file's place: a retry is useless. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof FileStoreUnavailable &&
  ['EIO', 'EISDIR'].includes((error.cause as NodeJS.ErrnoException | undefined)?.code ?? '');

/** Other failures may pass: the disk is full, absent or read-only. */
async function available<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    throw new FileStoreUnavailable((error as Error).message, { cause: error });
  }
}
