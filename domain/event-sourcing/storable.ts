const KEY = /^[A-Za-z_]\w*$/;
const MAX_DEPTH = 50;
/** Levels that a read model adds around the content of an event. */
const DEPTH_AROUND_CONTENT = 10;
export const MAX_CONTENT_DEPTH = MAX_DEPTH - DEPTH_AROUND_CONTENT;
/** BSON bytes. MongoDB refuses a document beyond 16 MiB, and the stores add a few members. */
const MAX_DOCUMENT_BYTES = 16_000_000;

/** Copying `__proto__` could change the prototype; MongoDB's driver treats `_bsontype` specially. */
export function isMemberName(name: string): boolean {
  return KEY.test(name) && name !== '__proto__' && name !== '_bsontype';
}

export const isDocumentId = (id: unknown): id is string =>
  typeof id === 'string' && id !== '' && !id.includes('\0') && id.isWellFormed();

/** An upper bound of the BSON bytes so far: a UTF-16 unit takes at most three bytes. */
export interface Size {
  bytes: number;
}

/**
 * Why no store accepts the document; `except` names a member that is not JSON. Of a document that was made from a sound one,
 * only what differs is looked at: `former` with `size`, which grows, as it was after the former one.
 */
export function faultOfDocument(
  document: object,
  { except, former, size = { bytes: 0 } }: { except?: string; former?: object | undefined; size?: Size } = {},
): Fault | undefined {
  const found = faultOfObject(document, 0, size, former, except);
  if (found || size.bytes <= MAX_DOCUMENT_BYTES) return found;
  size.bytes = bsonBytes(document);
  return size.bytes > MAX_DOCUMENT_BYTES ? fault('too large', 'is larger than 16 MB') : undefined;
}

export const faultOfContent = (content: unknown): Fault | undefined =>
  faultOf(content, DEPTH_AROUND_CONTENT, { bytes: 0 }, undefined);

/** What no store accepts, and where. `at` is built on the way back, so valid documents do not pay for it. */
export interface Fault {
  readonly at: string;
  readonly kind: 'NUL' | 'half a character' | 'too deep' | 'too large' | 'not JSON';
  readonly says: string;
}

/** A value that no store accepts. A TypeError, because it is a bug unless a client sent the value. */
export class Unstorable extends TypeError {
  override readonly name = 'Unstorable';
  readonly kind: Fault['kind'];
  constructor(message: string, kind: Fault['kind']) {
    super(message);
    this.kind = kind;
  }
}

const fault = (kind: Fault['kind'], says: string): Fault => ({ at: '', kind, says });
const inside = (at: string, found: Fault): Fault => ({ ...found, at: at + found.at });

const BYTES_PER_UNIT = 3;
const BYTES_PER_VALUE = 16;

function faultOf(value: unknown, depth: number, size: Size, former: unknown): Fault | undefined {
  if (depth > MAX_DEPTH) return fault('too deep', 'is nested too deeply');
  size.bytes += BYTES_PER_VALUE;
  switch (typeof value) {
    case 'string':
      size.bytes += BYTES_PER_UNIT * value.length;
      if (value.includes('\0')) return fault('NUL', 'contains NUL');
      return value.isWellFormed() ? undefined : fault('half a character', 'contains a lone surrogate');
    case 'number':
      return Number.isFinite(value) ? undefined : fault('not JSON', 'is not a finite number');
    case 'boolean':
      return undefined;
    case 'object':
      if (value === null) return undefined;
      return Array.isArray(value)
        ? faultOfArray(value, depth, size, Array.isArray(former) ? former : undefined)
        : faultOfObject(value, depth, size, isObject(former) ? former : undefined);
    default:
      return fault('not JSON', `holds a ${typeof value}, which is not JSON`);
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function faultOfArray(
  values: readonly unknown[],
  depth: number,
  size: Size,
  former: readonly unknown[] | undefined,
): Fault | undefined {
  for (let n = 0; n < values.length; n += 1) {
    const value = values[n];
    if (former && n < former.length && value === former[n]) continue;
    if (Array.isArray(value)) return fault('not JSON', 'holds an array directly inside an array');
    const found = faultOf(value, depth + 1, size, former?.[n]);
    if (found) return inside(`[${n}]`, found);
  }
  return undefined;
}

/** What a plain object has without being given it. */
const isInherited = (key: string, value: unknown) => typeof value === 'function' || key === '__proto__';

function faultOfObject(
  value: object,
  depth: number,
  size: Size,
  former: object | undefined,
  except?: string,
): Fault | undefined {
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return fault('not JSON', 'is not a plain object');
  // A plain object inherits nothing enumerable; a list of its keys would take as long as the rest.
  for (const key in value) {
    if (key === except) continue;
    const member = (value as Record<string, unknown>)[key];
    const before = (former as Record<string, unknown> | undefined)?.[key];
    if (before !== undefined && member === before && !isInherited(key, before)) continue;
    if (!isMemberName(key)) return fault('not JSON', `has a member ${JSON.stringify(key)}, which no store takes`);
    if (member === undefined) continue;
    size.bytes += key.length;
    const found = faultOf(member, depth + 1, size, before);
    if (found) return inside(`.${key}`, found);
  }
  return undefined;
}

const UTF_8 = new TextEncoder();

/** The exact size, as MongoDB counts it. Used only if the upper bound exceeds the limit. */
function bsonBytes(value: unknown): number {
  if (typeof value === 'string') return 5 + UTF_8.encode(value).length;
  if (typeof value !== 'object' || value === null) return 8;
  let bytes = 5;
  for (const [key, member] of Object.entries(value)) {
    if (member !== undefined) bytes += 2 + key.length + bsonBytes(member);
  }
  return bytes;
}
