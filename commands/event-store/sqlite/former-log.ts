import { existsSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreFull } from '../port.ts';
import { EVENT_COLUMNS, EVENTS, INDEXES } from './schema.ts';

/** `done` and `all`: events. */
export type OnRewriting = (done: number, all: number) => void;

const EVENTS_AT_ONCE = 100_000;
/** Of the former size: the new table beside the old one, whose pages are free only in the end. */
const ROOM = 1.1;

/** By the lowest position that is left, so that a log which has lost events remains as readable as it was. */
const COPY = `INSERT INTO events (${EVENT_COLUMNS}, origin)
  SELECT ${EVENT_COLUMNS}, (SELECT position FROM former_events WHERE stream = former.stream ORDER BY revision LIMIT 1)
  FROM former_events AS former WHERE position > ? AND position <= ? ORDER BY position`;

/**
 * Until December 2026 one index had the names of all streams with each revision. Rewrites such a log in one transaction.
 * The column of `identity` gets another name, so that a version which knows only the former layout refuses to start.
 * Throws `StoreFull` without the room on the disk.
 */
export function rewriteFormerLog(file: string, onRewriting: OnRewriting): void {
  if (!existsSync(file)) return;
  const database = new DatabaseSync(file, { timeout: 5000 });
  try {
    const isFormer = database.prepare("SELECT 1 FROM pragma_table_info('identity') WHERE name = 'store_id'").get();
    if (isFormer) rewrite(database, file, onRewriting);
  } finally {
    database.close();
  }
}

function rewrite(database: DatabaseSync, file: string, onRewriting: OnRewriting): void {
  requireRoom(file);
  leaveWal(database);
  database.exec('PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -64000; BEGIN IMMEDIATE');
  const { all } = database.prepare('SELECT coalesce(max(position), 0) AS "all" FROM events').get() as { all: number };
  onRewriting(0, all);
  database.exec(`ALTER TABLE events RENAME TO former_events; ${EVENTS}`);
  const copy = database.prepare(COPY);
  for (let done = 0; done < all; ) {
    const next = Math.min(done + EVENTS_AT_ONCE, all);
    copy.run(done, next);
    done = next;
    onRewriting(done, all);
  }
  database.exec(`DROP TABLE former_events; ${INDEXES.join('; ')};
    ALTER TABLE identity RENAME COLUMN store_id TO id; COMMIT`);
}

/** A rollback journal holds only what is overwritten, a write-ahead log all that is new. With a reader elsewhere it stays. */
function leaveWal(database: DatabaseSync): void {
  try {
    database.exec('PRAGMA journal_mode = DELETE');
  } catch {}
}

function requireRoom(file: string): void {
  const { bavail, bsize } = statfsSync(dirname(file));
  const [free, needed] = [bavail * bsize, statSync(file).size * ROOM];
  const inMegabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`;
  if (free >= needed) return;
  throw new StoreFull(
    `${file} is rewritten once for this version, which needs ${inMegabytes(needed)} of free disk; ${inMegabytes(free)} are free`,
  );
}
