import type { Collection, Document, Filter } from '../port.ts';
import { cursorBehind, requireLimit } from '../query-values.ts';
import { validateDocument, validateId } from '../validate-document.ts';
import type { Shelf } from './document-cache.ts';
import { guardCondition, orderOf, quoted, type Term, termsOf } from './query.ts';
import type { Reader } from './reader.ts';
import type { Statement } from './writer.ts';

/** What a collection needs of the store that holds it; every call makes sure first that its table stands. */
export interface Table {
  readonly name: string;
  readonly indexes: readonly string[];
  /** Where this thread is not the only one that writes there is none. */
  readonly shelf: Shelf | undefined;
  /** Throws once the store is closed. */
  requireOpen(): void;
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
  const shelf = table.shelf as Shelf<Doc> | undefined;
  const write = (id: string, statement: Statement) =>
    shelf ? shelf.during(id, () => table.write(statement)) : table.write(statement);
  return {
    name: table.name,
    async get(id) {
      validateId(id);
      table.requireOpen();
      const known = shelf?.find(id);
      if (known) return known.document;
      const [row] = (await table.reader()).all<Row>(`${select} WHERE _id = ?`, [id]);
      const document = row && documentOf<Doc>(row);
      shelf?.keep(id, document, row?.[0].length ?? 0);
      return document;
    },
    async getMany(ids) {
      table.requireOpen();
      const documents: Doc[] = [];
      const others: string[] = [];
      for (const id of new Set(ids)) {
        validateId(id);
        const known = shelf?.find(id);
        if (!known) others.push(id);
        else if (known.document) documents.push(known.document);
      }
      if (others.length === 0) return documents;
      const reader = await table.reader();
      const sql = `${select} WHERE _id IN (SELECT value FROM json_each(?))`;
      for (const row of reader.all<Row>(sql, [JSON.stringify(others)])) {
        const document = documentOf<Doc>(row);
        shelf?.keep(document._id, document, row[0].length);
        documents.push(document);
      }
      return documents;
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
      const params = [document._id, document._pos ?? null, textOf(document)];
      return write(document._id, { sql, params, expectedChanges: 1 });
    },
    async replace(document, guard) {
      validateDocument(document, table.indexes);
      const { sql, params } = guardCondition(guard);
      return write(document._id, {
        sql: `UPDATE ${name} SET _pos = ?, json = ? WHERE _id = ?${sql}`,
        params: [document._pos ?? null, textOf(document), document._id, ...params],
        expectedChanges: 1,
      });
    },
    async delete(id, guard) {
      validateId(id);
      const { sql, params } = guardCondition(guard);
      return write(id, {
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
