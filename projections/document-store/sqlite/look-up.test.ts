import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Filter } from '../port.ts';
import { conditionOf } from './look-up.ts';
import { termsOf } from './query.ts';
import { openReader, type Reader } from './reader.ts';

const INDEXES = ['organization', 'batch', 'user'];
const ROWS = 10_000;

let directory: string;
let reader: Reader;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'intake-look-up-'));
  const file = join(directory, 'rows.sqlite');
  const database = new DatabaseSync(file);
  database.exec(`CREATE TABLE "rows" (_id TEXT PRIMARY KEY, ${INDEXES.map((name) => `"m_${name}" ANY`).join()}) STRICT;
    ${INDEXES.map((name) => `CREATE INDEX "rows:${name}" ON "rows" ("m_${name}", _id);`).join('')}
    BEGIN`);
  const insert = database.prepare('INSERT INTO "rows" VALUES (?, ?, ?, ?)');
  for (let n = 0; n < ROWS; n += 1) {
    const batch = n < 2500 ? 'large' : n < 2510 ? 'small' : `b${n % 7}`;
    insert.run(`r${n}`, 'o', batch, n % 400 === 0 ? 'u' : null);
  }
  database.exec('COMMIT');
  database.close();
  reader = openReader(file);
});
afterAll(() => {
  reader.close();
  rmSync(directory, { recursive: true });
});

function walks(filter: Filter): string[] {
  const { sql, params } = conditionOf(reader, '"rows"', termsOf(filter, INDEXES), true);
  const plan = `EXPLAIN QUERY PLAN SELECT _id, rowid FROM "rows" WHERE ${sql}`;
  return reader
    .all<[bigint, bigint, bigint, detail: string]>(plan, params)
    .flatMap(([, , , detail]) => /rows:(\w+)/.exec(detail)?.[1] ?? []);
}

test.each<[string, Filter, string]>([
  ['a small batch', { organization: 'o', batch: 'small' }, 'batch'],
  ['a large batch', { organization: 'o', batch: 'large' }, 'batch'],
  ['a large batch named in a list', { organization: ['o'], batch: ['large'] }, 'batch'],
  ['several batches', { batch: ['large', 'small'], organization: 'o' }, 'batch'],
  ['a person in a large batch', { organization: 'o', batch: 'large', user: 'u' }, 'user'],
  ['a batch that does not exist', { organization: 'o', batch: 'none' }, 'batch'],
  ['what is without a person', { organization: 'o', user: null, batch: 'small' }, 'batch'],
  ['a whole organization', { organization: 'o' }, 'organization'],
])('%s uses the most selective index', (_, filter, index) => {
  expect(walks(filter)).toEqual([index]);
});

test('a condition that every row meets finds all', () => {
  expect(
    walks({ organization: 'o', batch: ['large', 'small', ...Array.from({ length: 7 }, (_, n) => `b${n}`)] }),
  ).toHaveLength(1);
});
