import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export const LOCK = 'intake.lock';

interface FolderLock {
  release(): void;
}

/**
 * The operating system releases it even after kill -9. Undefined if another process has it, or without locks in the
 * file system.
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
