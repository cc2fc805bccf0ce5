import type { EventStore } from '../port.ts';
import type { SqliteWriter } from './writer.ts';

/** The embedded log: one SQLite file, written through `writer`, read on a connection of its own. */
export async function createSqliteEventStore(_options: { file: string; writer: SqliteWriter }): Promise<EventStore> {
  throw new Error('arrives with the next commit');
}
