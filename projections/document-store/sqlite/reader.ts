import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { meaningOf } from './failures.ts';
import type { SqlValue } from './writer.ts';

/** Read-only, with prepared statements. Rows are arrays, integers bigint. */
export interface Reader {
  all<Row>(sql: string, params: readonly SqlValue[]): Row[];
  snapshot<Answer>(read: () => Answer): Answer;
  close(): void;
}

const MAX_CACHED_STATEMENTS = 200;

export function openReader(file: string): Reader {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000, readBigInts: true, returnArrays: true });
  const statements = new LRUCache<string, StatementSync>({ max: MAX_CACHED_STATEMENTS });
  const prepare = (sql: string) => {
    const cached = statements.get(sql);
    if (cached) return cached;
    const prepared = database.prepare(sql);
    statements.set(sql, prepared);
    return prepared;
  };
  const begin = database.prepare('BEGIN');
  const end = database.prepare('COMMIT');
  return {
    snapshot(read) {
      begin.run();
      try {
        return read();
      } finally {
        end.run();
      }
    },
    all<Row>(sql: string, params: readonly SqlValue[]) {
      try {
        return prepare(sql).all(...params) as unknown as Row[];
      } catch (error) {
        throw meaningOf(error, file);
      }
    },
    close: () => database.close(),
  };
}
