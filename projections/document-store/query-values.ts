import type { FindOptions } from './port.ts';

export type Scalar = string | number | boolean | null;

export function requireIndex(member: string, indexes: readonly string[]): void {
  if (!indexes.includes(member)) throw new TypeError(`${member} is not a declared index`);
}

export function requireScalar(value: unknown): asserts value is Scalar {
  const isScalar = value === null || typeof value === 'string' || typeof value === 'boolean';
  if (!isScalar && !Number.isFinite(value))
    throw new TypeError('Only texts, numbers, booleans and null can be compared');
}

/** Undefined if the filter lists included values. */
export function exceptionsOf(wanted: unknown): readonly Scalar[] | undefined {
  const { not } = Object(wanted) as { readonly not?: unknown };
  return Array.isArray(not) ? not : undefined;
}

/** Undefined if the filter does not look for parts of texts. */
export function partsOf(wanted: unknown): readonly string[] | undefined {
  const { containing } = Object(wanted) as { readonly containing?: unknown };
  if (!Array.isArray(containing) || containing.length === 0) return undefined;
  for (const part of containing) if (typeof part !== 'string' || part === '') throw new TypeError('A part is a text');
  return containing;
}

export function requireLimit(limit: number | undefined): void {
  if (limit !== undefined && (!Number.isSafeInteger(limit) || limit < 1)) throw new TypeError(`limit ${limit}`);
}

/** Encodes the sorted value and the `_id` of a page's last document. */
export function cursorBehind(document: object & { readonly _id: string }, sort: FindOptions['sort']): string {
  const value = sort && sort.by !== '_id' ? ((document as Record<string, unknown>)[sort.by] ?? null) : null;
  return Buffer.from(JSON.stringify([value, document._id])).toString('base64url');
}

export function decodeCursor(cursor: string): [Scalar, string] {
  try {
    const [value, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [Scalar, string];
    requireScalar(value);
    if (typeof id === 'string') return [value, id];
  } catch {}
  throw new TypeError('That is not a cursor of this collection');
}
