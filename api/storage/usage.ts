import { opendir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes by content; unknown parts are absent. */
export interface StorageUsage {
  readonly parts: Readonly<Partial<Record<StoredPart, number>>>;
  readonly disks: Readonly<Partial<Record<Disk, DiskSpace>>>;
}

export const STORED_PARTS = ['events', 'read-models', 'vault', 'files', 'outbox'] as const;
export type StoredPart = (typeof STORED_PARTS)[number];
export type Disk = 'data-directory' | 'mongodb';

export interface DiskSpace {
  readonly free: number;
  readonly size: number;
}

export async function sizeOfDatabase(file: string): Promise<number> {
  const sizes = await Promise.all([file, `${file}-wal`, `${file}-shm`].map(sizeOfFile));
  return sizes.reduce((sum, size) => sum + size, 0);
}

export async function diskSpaceOf(path: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(path);
  return { free: bavail * bsize, size: blocks * bsize };
}

/** One file after the other, so that a large folder does not occupy the disk. */
export async function sizeOfFolder(path: string): Promise<number> {
  let sum = 0;
  const folder = await unlessGone(opendir(path));
  if (!folder) return 0;
  for await (const entry of folder) {
    const inside = join(path, entry.name);
    sum += entry.isDirectory() ? await sizeOfFolder(inside) : await sizeOfFile(inside);
  }
  return sum;
}

const sizeOfFile = async (path: string): Promise<number> => (await unlessGone(stat(path)))?.size ?? 0;

async function unlessGone<Found>(looking: Promise<Found>): Promise<Found | undefined> {
  try {
    return await looking;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

const KEPT_MS = 5 * 60_000;
/** The first caller waits at most this long while the count continues. */
const FIRST_WAIT_MS = 1000;

/** Counts in the background and caches the size for five minutes; undefined until it is known. */
export function createFolderSize(path: string): () => Promise<number | undefined> {
  let known: { readonly size: number; readonly at: number } | undefined;
  let counting: Promise<unknown> | null = null;
  const count = async () => {
    known = { size: await sizeOfFolder(path), at: performance.now() };
  };
  return async () => {
    if (!known || performance.now() - known.at > KEPT_MS) {
      counting ??= count().finally(() => {
        counting = null;
      });
      counting.catch(() => {});
      if (!known) await Promise.race([counting, wait(FIRST_WAIT_MS)]);
    }
    return known?.size;
  };
}

const wait = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms).unref());
