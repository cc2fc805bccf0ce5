import { DatabaseSync } from 'node:sqlite';

export const STREAMS = 50;

/** As versions until December 2026 created and opened it. */
export const FORMER_SCHEMA = [
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
  "INSERT INTO identity (store_id) SELECT 'former-log' WHERE NOT EXISTS (SELECT 1 FROM identity)",
];

const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
export const lastRevisionIn = (n: number) => Math.floor((n - 1) / STREAMS);
export const formerEvent = (n: number, data = '{}') => ({
  id: idOf(n),
  type: 'SomethingHappened',
  data,
  metadata: `{"n":${n}}`,
});

/** Events of 50 streams by turns, of `size` characters each. */
export function writeFormerLog(file: string, events: number, size = 100): void {
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA journal_mode = WAL; ${FORMER_SCHEMA.join('; ')}; BEGIN`);
  const insert = database.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)');
  for (let n = 1; n <= events; n += 1) {
    const { id, type, data, metadata } = formerEvent(n, JSON.stringify('x'.repeat(size)));
    insert.run(n, `batch-${n % STREAMS}`, lastRevisionIn(n), id, type, data, metadata);
  }
  database.exec('COMMIT');
  database.close();
}
