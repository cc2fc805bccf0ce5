import type { Document as BsonDocument, Filter as MongoFilter } from 'mongodb';
import { isMemberName } from '../../../domain/event-sourcing/storable.ts';
import type { Filter, FindOptions, Guard } from '../port.ts';
import { decodeCursor, exceptionsOf, partsOf, requireIndex, requireScalar, type Scalar } from '../query-values.ts';

export interface Stored extends BsonDocument {
  readonly _id: string;
}
type Condition = MongoFilter<Stored>;

/** What has a meaning in a regular expression of PCRE or RE2. */
const SYNTAX = /[\\^$.*+?()[\]{}|]/g;

/** Equality with null also matches absent members, as in SQLite. */
export function conditionOf(filter: Filter, indexes: readonly string[]): Condition {
  const condition: Record<string, unknown> = {};
  const containing: Condition[] = [];
  for (const [member, wanted] of Object.entries(filter)) {
    requireIndex(member, indexes);
    const parts = partsOf(wanted);
    if (parts) {
      for (const part of parts) containing.push({ [member]: { $regex: part.replace(SYNTAX, '\\$&') } });
      continue;
    }
    const unwanted = exceptionsOf(wanted);
    for (const value of unwanted ?? [wanted].flat()) requireScalar(value);
    if (unwanted) condition[member] = { $nin: unwanted };
    else condition[member] = Array.isArray(wanted) ? { $in: wanted } : wanted;
  }
  return containing.length > 0 ? { $and: [condition, ...containing] } : condition;
}

export function guarded(_id: string, guard: Guard = {}): Condition {
  const condition: Record<string, unknown> = { _id };
  for (const [member, value] of Object.entries(guard)) {
    if (member === '_pos') {
      if (typeof value !== 'bigint' && value !== null) throw new TypeError('_pos must be compared with a bigint');
      condition._pos = value;
      continue;
    }
    if (!isMemberName(member)) throw new TypeError(`${member} is not a valid member name`);
    requireScalar(value);
    condition[member] = { $eq: value, $not: { $type: 'array' } };
  }
  return condition;
}

type Sort = Pick<FindOptions, 'sort' | 'cursor'>;

/** Ties are broken by `_id`, in the same direction. */
export function orderOf(
  { sort, cursor }: Sort,
  indexes: readonly string[],
): { by: Record<string, 1 | -1>; behind: Condition | undefined } {
  const direction = sort?.descending ? -1 : 1;
  const last = cursor === undefined ? undefined : decodeCursor(cursor);
  const further = (value: Scalar): Record<string, unknown> => ({ [sort?.descending ? '$lt' : '$gt']: value });
  if (!sort || sort.by === '_id') return { by: { _id: direction }, behind: last && { _id: further(last[1]) } };
  requireIndex(sort.by, indexes);
  const by = { [sort.by]: direction, _id: direction } as const;
  if (!last) return { by, behind: undefined };
  const [value, id] = last;
  const alternatives: Condition[] = [{ [sort.by]: value, _id: further(id) }];
  if (value !== null) alternatives.push({ [sort.by]: further(value) });
  const kinds = kindsBeyond(value, sort.descending === true);
  const types = kinds.filter((kind) => kind !== 'null');
  if (types.length > 0) alternatives.push({ [sort.by]: { $type: types } });
  if (types.length < kinds.length) alternatives.push({ [sort.by]: null });
  return { by, behind: { $or: alternatives } };
}

/** BSON's order of types. A comparison matches its own type only, so the others are listed. */
const KINDS = ['null', 'number', 'string', 'bool'] as const;

function kindsBeyond(value: Scalar, isDescending: boolean): readonly (typeof KINDS)[number][] {
  const own = KINDS.indexOf(kindOf(value));
  return isDescending ? KINDS.slice(0, own) : KINDS.slice(own + 1);
}

function kindOf(value: Scalar): (typeof KINDS)[number] {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'number' ? 'number' : 'string';
}
