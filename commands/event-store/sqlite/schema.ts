/** Of the layout of earlier versions, too. */
export const EVENT_COLUMNS = 'position, stream, revision, id, type, data, metadata';

/**
 * Row ids: nothing is deleted, so they are dense from 1. Text is stored verbatim, because hashes cover it. `origin`: the
 * position of the stream's first event; by it the events of streams in use are neighbours in their index, where names
 * would spread them over all of it.
 */
export const EVENTS = `CREATE TABLE IF NOT EXISTS events (
    position INTEGER PRIMARY KEY,
    stream TEXT NOT NULL,
    revision INTEGER NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    data TEXT NOT NULL,
    metadata TEXT NOT NULL,
    origin INTEGER NOT NULL,
    CHECK (revision > 0 OR origin = position)
  ) STRICT`;
/** The first has the revision, too, because only then SQLite reads nothing but the index. */
export const INDEXES: readonly string[] = [
  'CREATE UNIQUE INDEX IF NOT EXISTS first_events ON events (stream, revision) WHERE revision = 0',
  'CREATE UNIQUE INDEX IF NOT EXISTS stream_events ON events (origin, revision)',
];
export const SCHEMA: readonly string[] = [
  EVENTS,
  ...INDEXES,
  'CREATE TABLE IF NOT EXISTS identity (id TEXT NOT NULL) STRICT',
];

/** Only when the file is created. */
export const IDENTIFY = 'INSERT INTO identity (id) SELECT ? WHERE NOT EXISTS (SELECT 1 FROM identity)';

const ORIGIN = 'SELECT position FROM events WHERE stream = ?1 AND revision = 0';
/** A taken revision violates an index; a gap has no origin, which is refused as well. */
export const APPEND = `INSERT INTO events (stream, revision, id, type, data, metadata, origin)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, CASE ?2
    WHEN 0 THEN (SELECT coalesce(max(position), 0) + 1 FROM events)
    ELSE (SELECT origin FROM events WHERE origin = (${ORIGIN}) AND revision = ?2 - 1) END)`;

/** The name once more, because a damaged index may lead to another stream. */
export const READ_STREAM = `SELECT ${EVENT_COLUMNS} FROM events WHERE origin = (${ORIGIN}) AND revision >= ?2 AND stream = ?1
  ORDER BY revision LIMIT ?3`;
export const READ_ALL = `SELECT ${EVENT_COLUMNS} FROM events WHERE position > ? ORDER BY position LIMIT ?`;
/** `?3`: JSON list of types. The texts of other events are not read. */
const OF_TYPES = `WHERE position > ?1 AND position <= ?2
  AND (position = ?2 OR type IN (SELECT value FROM json_each(?3)))`;
export const READ_TYPES = `SELECT ${EVENT_COLUMNS} FROM events ${OF_TYPES} ORDER BY position`;
export const WEIGH_TYPES = `SELECT sum(octet_length(data) + octet_length(metadata)) AS bytes FROM events ${OF_TYPES}`;
export const WEIGH_ALL = `SELECT sum(octet_length(data) + octet_length(metadata)) AS bytes FROM events
  WHERE position > ?1 AND position <= ?1 + ?2`;
export const LAST_REVISION = `SELECT max(revision) AS revision FROM events WHERE origin = (${ORIGIN})`;
export const LAST_POSITION = 'SELECT max(position) AS position FROM events';
export const STORE_ID = 'SELECT id AS storeId FROM identity';
