import type { DocumentStore } from '../port.ts';
import type { SqliteWriter } from './writer.ts';

/**
 * Documents in SQLite. `fileOf` names the file of a collection: one for each (read models; `drop` then removes the file)
 * or the same for all (the vault).
 */
export function createSqliteDocumentStore(_options: {
  fileOf: (collection: string) => string;
  writer: SqliteWriter;
  /** FULL for the vault, NORMAL for what can be rebuilt. */
  synchronous: 'FULL' | 'NORMAL';
}): DocumentStore {
  throw new Error('arrives with the next commit');
}
