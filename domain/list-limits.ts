import { grouped } from './counted.ts';
import type { FieldError } from './decision.ts';
import { TEXTS } from './texts.ts';

/** Where a document has lists, and how long each can be. Members without a shape have none. */
export interface ListShapes {
  readonly [member: string]: ListShape | ListShapes;
}
interface ListShape {
  readonly limit: number;
  /** For the sentence: "A process can have at most 200 steps." */
  readonly owner: string;
  readonly items: string;
  /** The member by which an element is known; elements without one are compared with all that stood there. */
  readonly key?: string;
  readonly each?: ListShapes;
}

export const listOf = (
  owner: string,
  items: string,
  limit: number,
  { key, each }: { readonly key?: string; readonly each?: ListShapes } = {},
): ListShape => ({ owner, items, limit, ...(key === undefined ? {} : { key }), ...(each ? { each } : {}) });

/**
 * Every list of a document that is longer than its limit and longer than before, with the path to it. It reads documents that
 * no schema has seen, and looks into a list only where its length is within the limit or what it was.
 */
export function listErrors(document: unknown, shapes: ListShapes, before?: unknown): readonly FieldError[] {
  return errorsIn(document, shapes, before === undefined ? [] : [before], '');
}

function errorsIn(
  document: unknown,
  shapes: ListShapes,
  before: readonly unknown[],
  path: string,
): readonly FieldError[] {
  if (!isObject(document)) return [];
  return Object.entries(shapes).flatMap(([member, shape]) => {
    const value = Object.hasOwn(document, member) ? document[member] : undefined;
    const stood = before.flatMap((one) => (isObject(one) && Object.hasOwn(one, member) ? [one[member]] : []));
    const field = path === '' ? member : `${path}.${member}`;
    if (!isListShape(shape)) return errorsIn(value, shape, stood, field);
    return Array.isArray(value) ? errorsOfList(value, shape, stood.filter(Array.isArray), field) : [];
  });
}

function errorsOfList(
  list: readonly unknown[],
  { owner, items, limit, key, each }: ListShape,
  before: readonly (readonly unknown[])[],
  field: string,
): readonly FieldError[] {
  const longest = before.reduce((most, { length }) => Math.max(most, length), limit);
  if (list.length > longest) {
    return [{ field, message: TEXTS.documents.tooMany(owner, grouped(limit), items, grouped(list.length)) }];
  }
  if (!each) return [];
  const stood = before.flat();
  const byKey = key === undefined ? null : Map.groupBy(stood, (element) => keyOf(element, key));
  return list.flatMap((element, index) =>
    errorsIn(
      element,
      each,
      byKey && key !== undefined ? (byKey.get(keyOf(element, key)) ?? []) : stood,
      `${field}[${index}]`,
    ),
  );
}

const keyOf = (element: unknown, key: string): unknown => (isObject(element) ? element[key] : undefined);

const isListShape = (shape: ListShape | ListShapes): shape is ListShape => typeof shape.limit === 'number';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
