import type { SqliteWriter } from '../../commands/event-store/sqlite/writer.ts';

/** The storage worker, seen from the main thread. */
export interface Storage extends SqliteWriter {
  /** Empties the write-ahead logs of all open files, so that erased content is gone from the disk; false if a reader was in the way. */
  truncateLogs(): Promise<boolean>;
  /** Writes what is pending, then ends the thread. */
  close(): Promise<void>;
}

export async function openStorage(): Promise<Storage> {
  throw new Error('arrives with the next commit');
}
