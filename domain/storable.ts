const KEY = /^[A-Za-z_]\w*$/;
const MAX_DEPTH = 50;

/**
 * A member name that every store of documents takes: `__proto__` could change an object instead of its content where it is
 * copied, and what has a `_bsontype` is no document to MongoDB's driver.
 */
export function isMemberName(name: string): boolean {
  return KEY.test(name) && name !== '__proto__' && name !== '_bsontype';
}

export const isDocumentId = (id: unknown): id is string => typeof id === 'string' && id !== '' && !id.includes('\0');

/** What keeps a document out of every store, if anything does; `except` names a member that is not JSON. */
export const faultOfDocument = (document: object, except?: string): Fault | undefined =>
  faultOfObject(document, 0, except);

/** What no store takes, and where; `at` is put together on the way back, so that sound documents pay nothing for it. */
export interface Fault {
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
