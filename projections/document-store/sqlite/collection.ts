import type { Collection, Document, Filter } from '../port.ts';
import { cursorBehind, requireLimit } from '../query-values.ts';
import { validateDocument, validateId } from '../validate-document.ts';
import { guardCondition, orderOf, quoted, type Term, termsOf } from './query.ts';
import type { Reader } from './reader.ts';
import type { Statement } from './writer.ts';

/** What a collection needs of the store that holds it; every call makes sure first that its table stands. */
export interface Table {
  readonly name: string;
  readonly indexes: readonly string[];
  reader(): Promise<Reader>;
  /** False if the statement did not change exactly one row. */
  write(statement: Statement): Promise<boolean>;
  drop(): Promise<void>;
}

type Count = readonly [bigint];
type Row = readonly [json: string, position: bigint | null];

/** So many entries of an index are looked at to learn how selective it is. */
const SELECTIVITY_PROBE = 1000;

export function createCollection<Doc extends Document>(table: Table): Collection<Doc> {
  const name = quoted(table.name);
  const select = `SELECT json, _pos FROM ${name}`;
  return {
    name: table.name,
    async get(id) {
      validateId(id);
      const [row] = (await table.reader()).all<Row>(`${select} WHERE _id = ?`, [id]);
      return row && documentOf<Doc>(row);
    },
    async getMany(ids) {
      if (ids.length === 0) return [];
      for (const id of ids) validateId(id);
      const reader = await table.reader();
      const sql = `${select} WHERE _id IN (SELECT value FROM json_each(?))`;
      return reader.all<Row>(sql, [JSON.stringify(ids)]).map(documentOf<Doc>);
    },
    async find(filter, options = {}) {
      const { limit, sort } = options;
      requireLimit(limit);
      const terms = termsOf(filter, table.indexes);
      const { by, behind } = orderOf(options, table.indexes);
      const reader = await table.reader();
      const condition = conjunction(terms, chooseTerm(reader, name, terms, sort !== undefined));
      const rows = reader.all<Row>(`${select} WHERE ${condition}${behind.sql} ORDER BY ${by} LIMIT ?`, [
        ...terms.flatMap(({ params }) => params),
        ...behind.params,
        limit === undefined ? -1 : limit + 1,
      ]);
      const documents = rows.slice(0, limit).map(documentOf<Doc>);
      const last = documents.at(-1);
      return rows.length > documents.length && last ? { documents, cursor: cursorBehind(last, sort) } : { documents };
    },
    async count(filter: Filter) {
      const terms = termsOf(filter, table.indexes);
      const reader = await table.reader();
      const condition = conjunction(terms, chooseTerm(reader, name, terms, false));
      const params = terms.flatMap(({ params }) => params);
      const [row] = reader.all<Count>(`SELECT count(*) FROM ${name} WHERE ${condition}`, params);
      return Number(row?.[0] ?? 0);
    },
    async insert(document) {
      validateDocument(document, table.indexes);
      const sql = `INSERT INTO ${name} (_id, _pos, json) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`;
      return table.write({ sql, params: [document._id, document._pos ?? null, textOf(document)], expectedChanges: 1 });
    },
    async replace(document, guard) {
      validateDocument(document, table.indexes);
      const { sql, params } = guardCondition(guard);
      return table.write({
        sql: `UPDATE ${name} SET _pos = ?, json = ? WHERE _id = ?${sql}`,
        params: [document._pos ?? null, textOf(document), document._id, ...params],
        expectedChanges: 1,
      });
    },
    async delete(id, guard) {
      validateId(id);
      const { sql, params } = guardCondition(guard);
      return table.write({
        sql: `DELETE FROM ${name} WHERE _id = ?${sql}`,
        params: [id, ...params],
        expectedChanges: 1,
      });
    },
    drop: () => table.drop(),
  };
}

function textOf({ _pos, ...members }: Document): string {
  return JSON.stringify(members);
}

function documentOf<Doc>([json, position]: Row): Doc {
  const document = JSON.parse(json);
  if (position !== null) document._pos = position;
  return document;
}

/**
 * The term whose index is to be used. SQLite, which keeps no statistics here, would take any, so that a batch of 250 could
 * be looked for among all rows of its organization.
 */
function chooseTerm(reader: Reader, table: string, terms: readonly Term[], isSorted: boolean): Term | undefined {
  const candidates = terms.filter(({ isNull }) => !isNull);
  if (candidates.length === 0) return isSorted ? undefined : terms[0];
  if (candidates.length === 1) return candidates[0];
  let best: Term | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const term of candidates) {
    const sql = `SELECT count(*) FROM (SELECT 1 FROM ${table} WHERE ${term.sql} LIMIT ${SELECTIVITY_PROBE})`;
    const matches = Number(reader.all<Count>(sql, term.params)[0]?.[0] ?? 0);
    if (matches < fewest) {
      best = term;
      fewest = matches;
    }
  }
  return best;
}

/** A unary plus keeps SQLite from using a column's index. */
function conjunction(terms: readonly Term[], indexed: Term | undefined): string {
  if (terms.length === 0) return 'TRUE';
  return terms
    .map((term) => (term === indexed ? term.sql : term.sql.replaceAll(term.column, `+${term.column}`)))
    .join(' AND ');
}
