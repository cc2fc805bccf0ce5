import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Its name in the folder. */
export const LOCK = 'intake.lock';

interface FolderLock {
  release(): void;
}

/**
 * The lock of the process that writes a folder. The operating system releases it even after kill -9, so nobody writes a
 * folder whose lock is free. Undefined if another process holds it, or if the file system has no locks.
 */
export function takeFolderLock(folder: string): FolderLock | undefined {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(join(folder, LOCK), { timeout: 0 });
    // Nothing is stored, so no journal file is needed.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    const held = lock;
    return { release: () => held.close() };
  } catch {
    lock?.close();
    return undefined;
  }
}
