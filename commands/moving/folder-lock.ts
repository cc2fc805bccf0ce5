import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Its name in the folder. */
export const LOCK = 'intake.lock';

interface FolderLock {
  release(): void;
}

/**
 * Held by the process that writes a folder. The operating system lets go of it even after kill -9, so a folder whose lock can be
 * taken is written by nobody. Undefined where another process holds it, or where the file system has no locks.
 */
export function takeFolderLock(folder: string): FolderLock | undefined {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(join(folder, LOCK), { timeout: 0 });
    // No journal beside it: it holds nothing.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    const held = lock;
    return { release: () => held.close() };
  } catch {
    lock?.close();
    return undefined;
  }
}
