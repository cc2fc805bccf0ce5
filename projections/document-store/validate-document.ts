import type { Document } from './port.ts';

const KEY = /^[A-Za-z_]\w*$/;
const MAX_DEPTH = 50;

/** A member name that both stores take; `__proto__` could change an object instead of its content where it is copied. */
export function isMemberName(name: string): boolean {
  return KEY.test(name) && name !== '__proto__';
}

/** Throws a TypeError for what the port forbids, so that all adapters refuse the same documents. */
export function validateDocument(document: Document, indexes: readonly string[]): void {
  const { _id, _pos, ...members } = document as Document & Record<string, unknown>;
  validateId(_id);
  if (_pos !== undefined && typeof _pos !== 'bigint') throw new TypeError(`_pos of ${_id} must be a bigint`);
  validateValue(members, _id, 0);
  for (const index of indexes) {
    const value = members[index];
    if (value !== null && typeof value === 'object') {
      throw new TypeError(`${index} of ${_id} is indexed, so it holds a text, number, boolean or null`);
    }
  }
}

export function validateId(id: unknown): asserts id is string {
  if (typeof id !== 'string' || id === '' || id.includes('\0')) throw new TypeError('An _id is a text without NUL');
}

function validateValue(value: unknown, path: string, depth: number): void {
  if (depth > MAX_DEPTH) throw new TypeError(`${path} is nested too deeply`);
  switch (typeof value) {
    case 'string':
      if (value.includes('\0')) throw new TypeError(`${path} contains NUL`);
      return;
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`${path} is not a finite number`);
      return;
    case 'boolean':
      return;
    case 'object':
      if (value === null) return;
      if (Array.isArray(value)) validateArray(value, path, depth);
      else validateMembers(value, path, depth);
      return;
    default:
      throw new TypeError(`${path} holds a ${typeof value}, which is not JSON`);
  }
}

function validateArray(values: readonly unknown[], path: string, depth: number): void {
  for (let n = 0; n < values.length; n += 1) {
    if (Array.isArray(values[n])) throw new TypeError(`${path} holds an array directly inside an array`);
    validateValue(values[n], path, depth + 1);
  }
}

/** A member that is undefined counts as absent. */
function validateMembers(value: object, path: string, depth: number): void {
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throw new TypeError(`${path} is not a plain object`);
  for (const [key, member] of Object.entries(value)) {
    if (!isMemberName(key)) throw new TypeError(`${path} has a member ${JSON.stringify(key)}, which no store takes`);
    if (member !== undefined) validateValue(member, `${path}.${key}`, depth + 1);
  }
}
