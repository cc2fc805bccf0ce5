/** Row ids: nothing is deleted, so they are dense from 1. Text is stored verbatim, because hashes cover it. */
export const SCHEMA: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS events (
    position INTEGER PRIMARY KEY,
    stream TEXT NOT NULL,
    revision INTEGER NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    data TEXT NOT NULL,
    metadata TEXT NOT NULL,
    UNIQUE (stream, revision)
  ) STRICT`,
  'CREATE TABLE IF NOT EXISTS identity (store_id TEXT NOT NULL) STRICT',
];

/** Only when the file is created. */
export const IDENTIFY = 'INSERT INTO identity (store_id) SELECT ? WHERE NOT EXISTS (SELECT 1 FROM identity)';

/** A taken revision violates the unique constraint; a gap inserts nothing. */
export const APPEND_FIRST = `INSERT INTO events (stream, revision, id, type, data, metadata)
  SELECT ?1, ?2, ?3, ?4, ?5, ?6
  WHERE ?2 = 0 OR EXISTS (SELECT 1 FROM events WHERE stream = ?1 AND revision = ?2 - 1)`;
export const APPEND_NEXT = 'INSERT INTO events (stream, revision, id, type, data, metadata) VALUES (?, ?, ?, ?, ?, ?)';

const EVENT_COLUMNS = 'position, stream, revision, id, type, data, metadata';
export const READ_STREAM = `SELECT ${EVENT_COLUMNS} FROM events WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT ?`;
export const READ_ALL = `SELECT ${EVENT_COLUMNS} FROM events WHERE position > ? ORDER BY position LIMIT ?`;
/** `?3`: JSON list of types. The texts of other events are not read. */
const OF_TYPES = `WHERE position > ?1 AND position <= ?2
  AND (position = ?2 OR type IN (SELECT value FROM json_each(?3)))`;
export const READ_TYPES = `SELECT ${EVENT_COLUMNS} FROM events ${OF_TYPES} ORDER BY position`;
export const WEIGH_TYPES = `SELECT sum(octet_length(data) + octet_length(metadata)) AS bytes FROM events ${OF_TYPES}`;
export const WEIGH_ALL = `SELECT sum(octet_length(data) + octet_length(metadata)) AS bytes FROM events
  WHERE position > ?1 AND position <= ?1 + ?2`;
export const LAST_REVISION = 'SELECT max(revision) AS revision FROM events WHERE stream = ?';
export const LAST_POSITION = 'SELECT max(position) AS position FROM events';
export const STORE_ID = 'SELECT store_id AS storeId FROM identity';
