import type { Document } from '../port.ts';
import type { Shelf } from './document-cache.ts';
import type { Condition, Term } from './query.ts';
import type { Reader } from './reader.ts';

export type Row = readonly [json: string, position: bigint | null];
type Place = readonly [id: string, rowid: bigint];
type Count = readonly [bigint];

/** Entries of each index that the first probe reads. */
const FIRST_PROBE = 256;
const PROBE_GROWTH = 4;

export interface LookUp<Doc extends Document> {
  readonly reader: Reader;
  readonly table: string;
  readonly shelf: Shelf<Doc> | undefined;
  readonly where: Condition;
  readonly order: Condition;
  readonly limit: number | undefined;
}

/** Row ids first: SQLite would sort with the texts, four times slower, and cached documents need no read. */
export function lookUp<Doc extends Document>({ reader, table, shelf, where, order, limit }: LookUp<Doc>) {
  return reader.snapshot(() => {
    const sql = `SELECT _id, rowid FROM ${table} WHERE ${where.sql} ${order.sql}`;
    const places = reader.all<Place>(sql, [...where.params, ...order.params]);
    const wanted = limit === undefined ? places : places.slice(0, limit);
    const found = new Map<string, Doc>();
    const missing: bigint[] = [];
    for (const [id, rowid] of wanted) {
      const known = shelf?.find(id)?.document;
      if (known) found.set(id, known);
      else missing.push(rowid);
    }
    const rows = rowsAt(reader, table, missing);
    // A larger answer than the cache would evict more useful entries.
    const isKept =
      shelf?.holds(
        rows.reduce((sum, [json]) => sum + json.length, 0),
        rows.length,
      ) ?? false;
    for (const row of rows) {
      const document = documentOf<Doc>(row);
      found.set(document._id, document);
      if (isKept) shelf?.keep(document._id, document, row[0].length);
    }
    const documents = wanted.flatMap(([id]) => found.get(id) ?? []);
    return { documents, isMore: places.length > wanted.length };
  });
}

function rowsAt(reader: Reader, table: string, rowids: readonly bigint[]): readonly Row[] {
  if (rowids.length === 0) return [];
  const sql = `SELECT json, _pos FROM ${table} WHERE rowid IN (SELECT value FROM json_each(?))`;
  return reader.all<Row>(sql, [`[${rowids.join()}]`]);
}

export function documentOf<Doc>([json, position]: Row): Doc {
  const document = JSON.parse(json);
  if (position !== null) document._pos = position;
  return document;
}

/** SQLite has no statistics here: it could search a batch of 250 in the whole organization. */
export function conditionOf(reader: Reader, table: string, terms: readonly Term[], isSorted: boolean): Condition {
  if (terms.length === 0) return { sql: 'TRUE', params: [] };
  const indexed = mostSelective(reader, table, terms, isSorted);
  // A unary plus prevents the use of a column's index.
  const sql = terms.map((term) => (term === indexed ? term.sql : term.sql.replaceAll(term.column, `+${term.column}`)));
  return { sql: sql.join(' AND '), params: terms.flatMap(({ params }) => params) };
}

/** The work is a multiple of the smallest index's entries. */
function mostSelective(reader: Reader, table: string, terms: readonly Term[], isSorted: boolean): Term | undefined {
  const candidates = terms.filter(({ isBroad }) => !isBroad);
  if (candidates.length === 0) return isSorted ? undefined : terms[0];
  if (candidates.length === 1) return candidates[0];
  for (let probe = FIRST_PROBE; ; probe *= PROBE_GROWTH) {
    let best: Term | undefined;
    let fewest = probe;
    for (const term of candidates) {
      const sql = `SELECT count(*) FROM (SELECT 1 FROM ${table} WHERE ${term.sql} LIMIT ?)`;
      const matches = Number(reader.all<Count>(sql, [...term.params, fewest])[0]?.[0] ?? 0);
      if (matches >= fewest) continue;
      best = term;
      fewest = matches;
    }
    if (best) return best;
  }
}
