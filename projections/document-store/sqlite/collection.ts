import type { Collection, Document, Filter } from '../port.ts';
import { cursorBehind, requireLimit, requireScalar } from '../query-values.ts';
import { validateDocument, validateId } from '../validate-document.ts';
import { type Entry, entryOf, type Shelf } from './document-cache.ts';
import { conditionOf, documentOf, lookUp, type Row } from './look-up.ts';
import { type Condition, columnOf, guardCondition, operand, orderOf, quoted, termsOf } from './query.ts';
import type { Reader } from './reader.ts';
import type { SqlValue, Statement } from './writer.ts';

/** Every call first ensures the table. */
export interface Table {
  readonly name: string;
  readonly indexes: readonly string[];
  /** Undefined if other threads write. */
  readonly shelf: Shelf | undefined;
  readonly showsPending?: boolean;
  readonly isFolded?: boolean;
  requireOpen(): void;
  reader(): Promise<Reader>;
  /** Builds a statement for the columns to fill; false if it did not change exactly one row. */
  write(statementFor: (members: readonly string[]) => Statement): Promise<boolean>;
  drop(): Promise<void>;
}

type Count = readonly [bigint];

export function createCollection<Doc extends Document>(table: Table): Collection<Doc> {
  const name = quoted(table.name);
  const select = `SELECT json, _pos FROM ${name}`;
  const shelf = table.shelf as Shelf<Doc> | undefined;
  const pending = table.showsPending === true ? shelf : undefined;
  const latest = (id: string) => pending?.pending(id) ?? shelf?.find(id);
  const write = (id: string, statementFor: (members: readonly string[]) => Statement, written?: Entry<Doc>) => {
    const send = () => table.write(statementFor);
    return shelf ? shelf.during(id, send, written) : send();
  };
  const validate = (document: Doc) => {
    if (!table.isFolded) validateDocument(document, table.indexes);
  };
  /** The author and the next event usually read a written document soon. Callers may change other documents than folds. */
  const entryOfWritten = (document: Doc, written: Cells) =>
    entryOf(table.isFolded ? itself(document) : readAgain<Doc>(written), written.json.length);
  return {
    name: table.name,
    showsPending: pending !== undefined,
    async get(id) {
      validateId(id);
      table.requireOpen();
      const known = latest(id);
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
        const known = latest(id);
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
      await pending?.settled();
      const reader = await table.reader();
      const where = conditionOf(reader, name, terms, sort !== undefined);
      const order = { sql: `${behind.sql} ORDER BY ${by} LIMIT ?`, params: [...behind.params, limitOf(limit)] };
      const { documents, isMore } = terms.length
        ? lookUp<Doc>({ reader, table: name, shelf, where, order, limit })
        : scan<Doc>(reader, `${select} WHERE ${where.sql}${order.sql}`, order.params, limit);
      const last = documents.at(-1);
      return isMore && last ? { documents, cursor: cursorBehind(last, sort) } : { documents };
    },
    async count(filter: Filter) {
      const terms = termsOf(filter, table.indexes);
      await pending?.settled();
      const reader = await table.reader();
      const { sql, params } = conditionOf(reader, name, terms, false);
      const [row] = reader.all<Count>(`SELECT count(*) FROM ${name} WHERE ${sql}`, params);
      return Number(row?.[0] ?? 0);
    },
    async insert(document) {
      validate(document);
      const written = cellsOf(document);
      const { position, json, members } = written;
      const statementFor = (filled: readonly string[]) => {
        const cells = filled.map((member) => cellOf(members, member));
        const columns = ['_id', '_pos', ...filled.map(columnOf), 'json'].join(', ');
        const values = ['?', '?', ...cells.map(({ sql }) => sql), '?'].join(', ');
        return {
          sql: `INSERT INTO ${name} (${columns}) VALUES (${values}) ON CONFLICT DO NOTHING`,
          params: [document._id, position, ...cells.flatMap(({ params }) => params), json],
          expectedChanges: 1,
        };
      };
      return write(document._id, statementFor, entryOfWritten(document, written));
    },
    async replace(document, guard) {
      validate(document);
      const written = cellsOf(document);
      const { position, json, members } = written;
      const { sql, params } = guardCondition(guard);
      // While another write of the document is pending, its content is unknown, so name all columns.
      const cached = shelf?.find(document._id)?.document as Readonly<Record<string, unknown>> | undefined;
      const statementFor = (filled: readonly string[]) => {
        // Naming a column rewrites a page of its index, even if the value is the same.
        const changed = filled.filter((member) => !cached || (cached[member] ?? null) !== (members[member] ?? null));
        const cells = changed.map((member) => cellOf(members, member));
        const values = changed.map((member, n) => `${columnOf(member)} = ${cells[n]?.sql}, `).join('');
        return {
          sql: `UPDATE ${name} SET _pos = ?, ${values}json = ? WHERE _id = ?${sql}`,
          params: [position, ...cells.flatMap((cell) => cell.params), json, document._id, ...params],
          expectedChanges: 1,
        };
      };
      return write(document._id, statementFor, entryOfWritten(document, written));
    },
    async delete(id, guard) {
      validateId(id);
      const { sql, params } = guardCondition(guard);
      return write(id, () => ({
        sql: `DELETE FROM ${name} WHERE _id = ?${sql}`,
        params: [id, ...params],
        expectedChanges: 1,
      }));
    },
    drop: () => table.drop(),
  };
}

/** Serialized at once, because the caller may change the document before it is sent. */
function cellsOf({ _pos, ...members }: Document): Cells {
  return { position: _pos ?? null, json: JSON.stringify(members), members: members as Record<string, unknown> };
}

interface Cells {
  readonly position: bigint | null;
  readonly json: string;
  readonly members: Readonly<Record<string, unknown>>;
}

// Functions of one scope would keep both the document and its text.
const itself =
  <Doc>(document: Doc) =>
  () =>
    document;
const readAgain =
  <Doc>({ json, position }: Cells) =>
  () =>
    documentOf<Doc>([json, position]);

function cellOf(members: Readonly<Record<string, unknown>>, member: string): Condition {
  const value = members[member] ?? null;
  requireScalar(value);
  return operand(value);
}

const limitOf = (limit: number | undefined): number => (limit === undefined ? -1 : limit + 1);

/** Reads the file and ignores the cache. */
function scan<Doc>(reader: Reader, sql: string, params: readonly SqlValue[], limit: number | undefined) {
  const rows = reader.all<Row>(sql, params);
  const documents = rows.slice(0, limit).map(documentOf<Doc>);
  return { documents, isMore: rows.length > documents.length };
}
