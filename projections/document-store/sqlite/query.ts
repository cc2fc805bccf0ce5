import { isMemberName } from '../../../domain/event-sourcing/storable.ts';
import type { Filter, FindOptions, Guard } from '../port.ts';
import { decodeCursor, exceptionsOf, partsOf, requireIndex, requireScalar, type Scalar } from '../query-values.ts';
import type { SqlValue } from './writer.ts';

export interface Condition {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}
export interface Term extends Condition {
  readonly column: string;
  readonly isBroad: boolean;
}

export const quoted = (name: string) => `"${name}"`;
const MEMBER = 'm_';
export const columnOf = (member: string) => quoted(MEMBER + member);
export const memberOf = (column: string) => (column.startsWith(MEMBER) ? column.slice(MEMBER.length) : undefined);

/** Booleans become blobs: they equal no number and sort after texts, as in MongoDB. Absent and null are NULL. */
export function storedValue(member: string): string {
  return `CASE json_type(json, '$.${member}') WHEN 'true' THEN x'01' WHEN 'false' THEN x'00' ELSE json_extract(json, '$.${member}') END`;
}

/** SQLite parses fractions, as it did the stored ones: the last digit may differ from JavaScript's. */
export function operand(value: Scalar): Condition {
  if (typeof value === 'boolean') return { sql: '?', params: [Buffer.of(value ? 1 : 0)] };
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    return { sql: `json_extract(?, '$')`, params: [JSON.stringify(value)] };
  }
  return { sql: '?', params: [value] };
}

/** Throws a TypeError for members without a declared index. */
export function termsOf(filter: Filter, indexes: readonly string[]): Term[] {
  return Object.entries(filter).map(([member, wanted]) => {
    requireIndex(member, indexes);
    const column = columnOf(member);
    if (Array.isArray(wanted)) return { column, isBroad: false, ...amongCondition(column, wanted) };
    const unwanted = exceptionsOf(wanted);
    if (unwanted) {
      const { sql, params } = amongCondition(column, unwanted);
      // NULL is neither in nor not in a list.
      return { column, isBroad: true, sql: `${sql} IS NOT TRUE`, params };
    }
    const parts = partsOf(wanted);
    if (parts) {
      const isText = `typeof(${column}) = 'text'`;
      const sql = [isText, ...parts.map(() => `instr(${column}, ?) > 0`)].join(' AND ');
      return { column, isBroad: true, sql, params: parts };
    }
    return { column, isBroad: wanted === null, ...equalCondition(column, wanted as Scalar) };
  });
}

function equalCondition(expression: string, value: Scalar): Condition {
  requireScalar(value);
  if (value === null) return { sql: `${expression} IS NULL`, params: [] };
  const { sql, params } = operand(value);
  return { sql: `${expression} = ${sql}`, params };
}

/** One SQL text for lists of any length keeps the number of prepared statements small. */
function amongCondition(column: string, values: readonly Scalar[]): Condition {
  for (const value of values) requireScalar(value);
  const listed = values.filter((value) => value !== null && typeof value !== 'boolean');
  const others = values.filter((value) => value === null || typeof value === 'boolean');
  const alternatives = [...new Set(others)].map((value) => equalCondition(column, value));
  if (listed.length > 0 || alternatives.length === 0) {
    alternatives.push({
      sql: `${column} IN (SELECT value FROM json_each(?))`,
      params: [JSON.stringify(listed)],
    });
  }
  return {
    sql: `(${alternatives.map(({ sql }) => sql).join(' OR ')})`,
    params: alternatives.flatMap(({ params }) => params),
  };
}

export function guardCondition(guard: Guard | undefined): Condition {
  let sql = '';
  const params: SqlValue[] = [];
  for (const [member, value] of Object.entries(guard ?? {})) {
    if (member === '_pos') {
      if (typeof value !== 'bigint' && value !== null) throw new TypeError('_pos must be compared with a bigint');
      sql += ' AND _pos IS ?';
      params.push(value);
      continue;
    }
    if (!isMemberName(member)) throw new TypeError(`${member} is not a valid member name`);
    requireScalar(value);
    const compared = operand(value);
    sql += ` AND ${storedValue(member)} IS ${compared.sql}`;
    params.push(...compared.params);
  }
  return { sql, params };
}

type Sort = Pick<FindOptions, 'sort' | 'cursor'>;

/** Ties are broken by `_id`, in the same direction. */
export function orderOf({ sort, cursor }: Sort, indexes: readonly string[]): { by: string; behind: Condition } {
  const direction = sort?.descending ? 'DESC' : 'ASC';
  const further = sort?.descending ? '<' : '>';
  if (!sort || sort.by === '_id') {
    const behind = cursor === undefined ? [] : [decodeCursor(cursor)[1]];
    return { by: `_id ${direction}`, behind: { sql: behind.length ? ` AND _id ${further} ?` : '', params: behind } };
  }
  requireIndex(sort.by, indexes);
  const column = columnOf(sort.by);
  const by = `${column} ${direction}, _id ${direction}`;
  if (cursor === undefined) return { by, behind: { sql: '', params: [] } };
  const [value, id] = decodeCursor(cursor);
  const nullsComeFirst = !sort.descending;
  if (value === null) {
    const sameValue = `${column} IS NULL AND _id ${further} ?`;
    const sql = nullsComeFirst ? ` AND (${sameValue} OR ${column} IS NOT NULL)` : ` AND ${sameValue}`;
    return { by, behind: { sql, params: [id] } };
  }
  const last = operand(value);
  const beyond = `(${column}, _id) ${further} (${last.sql}, ?)`;
  const sql = nullsComeFirst ? ` AND ${beyond}` : ` AND (${beyond} OR ${column} IS NULL)`;
  return { by, behind: { sql, params: [...last.params, id] } };
}
