import type { CollectionSpec, Document } from './port.ts';

const KEY = /^[A-Za-z_]\w*$/;
const COLLECTION = /^(?!sqlite_|system\.)[A-Za-z_][\w@.-]*$/;
const MAX_DEPTH = 50;

/**
 * A member name that both stores take: `__proto__` could change an object instead of its content where it is copied, and
 * what has a `_bsontype` is no document to MongoDB's driver.
 */
export function isMemberName(name: string): boolean {
  return KEY.test(name) && name !== '__proto__' && name !== '_bsontype';
}

/** Throws a TypeError for names that one of the stores keeps to itself. */
export function validateSpec({ name, indexes }: CollectionSpec): void {
  if (!COLLECTION.test(name)) throw new TypeError(`${name} cannot name a collection`);
  for (const index of indexes) if (!isMemberName(index)) throw new TypeError(`${index} cannot be an index`);
}

/** Throws a TypeError for what the port forbids, so that all adapters refuse the same documents. */
export function validateDocument(document: Document, indexes: readonly string[]): void {
  const { _id, _pos } = document;
  validateId(_id);
  if (_pos !== undefined && typeof _pos !== 'bigint') throw new TypeError(`_pos of ${_id} must be a bigint`);
  const fault = faultOfObject(document, 0, '_pos');
  if (fault) throw new TypeError(`${_id}${fault.at} ${fault.says}`);
  for (const index of indexes) {
    const value = (document as Document & Record<string, unknown>)[index];
    if (value !== null && typeof value === 'object') {
      throw new TypeError(`${index} of ${_id} is indexed, so it holds a text, number, boolean or null`);
    }
  }
}

export function validateId(id: unknown): asserts id is string {
  if (typeof id !== 'string' || id === '' || id.includes('\0')) throw new TypeError('An _id is a text without NUL');
}

/** What no store takes, and where; `at` is put together on the way back, so that sound documents pay nothing for it. */
interface Fault {
  readonly at: string;
  readonly says: string;
}
const fault = (says: string): Fault => ({ at: '', says });
const inside = (at: string, { at: further, says }: Fault): Fault => ({ at: at + further, says });

function faultOf(value: unknown, depth: number): Fault | undefined {
  if (depth > MAX_DEPTH) return fault('is nested too deeply');
  switch (typeof value) {
    case 'string':
      return value.includes('\0') ? fault('contains NUL') : undefined;
    case 'number':
      return Number.isFinite(value) ? undefined : fault('is not a finite number');
    case 'boolean':
      return undefined;
    case 'object':
      if (value === null) return undefined;
      return Array.isArray(value) ? faultOfArray(value, depth) : faultOfObject(value, depth);
    default:
      return fault(`holds a ${typeof value}, which is not JSON`);
  }
}

function faultOfArray(values: readonly unknown[], depth: number): Fault | undefined {
  for (let n = 0; n < values.length; n += 1) {
    if (Array.isArray(values[n])) return fault('holds an array directly inside an array');
    const found = faultOf(values[n], depth + 1);
    if (found) return inside(`[${n}]`, found);
  }
  return undefined;
}

/** A member that is undefined counts as absent. */
function faultOfObject(value: object, depth: number, except?: string): Fault | undefined {
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return fault('is not a plain object');
  for (const key of Object.keys(value)) {
    if (key === except) continue;
    if (!isMemberName(key)) return fault(`has a member ${JSON.stringify(key)}, which no store takes`);
    const member = (value as Record<string, unknown>)[key];
    const found = member === undefined ? undefined : faultOf(member, depth + 1);
    if (found) return inside(`.${key}`, found);
  }
  return undefined;
}
