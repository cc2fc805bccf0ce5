import type { FieldError } from '../event-sourcing/decision.ts';
import { grouped } from '../text/counted.ts';
import { TEXTS } from '../text/texts.ts';

export interface ListShapes {
  readonly [member: string]: ListShape | ListShapes;
}
interface ListShape {
  readonly limit: number;
  /** For the sentence: "A process can have at most 200 steps." */
  readonly owner: string;
  readonly items: string;
  /** The member that identifies an element; elements without it are compared with all former elements. */
  readonly key?: string;
  readonly each?: ListShapes;
}

export const listOf = (
  owner: string,
  items: string,
  limit: number,
  { key, each }: { readonly key?: string; readonly each?: ListShapes } = {},
): ListShape => ({ owner, items, limit, ...(key === undefined ? {} : { key }), ...(each ? { each } : {}) });

/** Only lists within the limit, or of their former length, are searched, because the document is not validated yet. */
export function listErrors(document: unknown, shapes: ListShapes, before?: unknown): readonly FieldError[] {
  return errorsIn(document, Object.entries(shapes), new Former(before === undefined ? [] : [before]));
}

/** A field is built on the way back, so lists within their limits do not pay for it. */
function errorsIn(
  document: unknown,
  shapes: readonly (readonly [member: string, shape: ListShape | ListShapes])[],
  before: Former,
): FieldError[] {
  const errors: FieldError[] = [];
  if (!isObject(document)) return errors;
  for (const [member, shape] of shapes) {
    const value = Object.hasOwn(document, member) ? document[member] : undefined;
    if (typeof value !== 'object' || value === null) continue;
    const stood = before.member(member);
    if (!isListShape(shape)) {
      const found = errorsIn(value, Object.entries(shape), stood);
      for (const error of found) errors.push({ ...error, field: `${member}.${error.field}` });
    } else if (Array.isArray(value)) {
      for (const error of errorsOfList(value, shape, stood))
        errors.push({ ...error, field: `${member}${error.field}` });
    }
  }
  return errors;
}

/** Each field begins with the element's index in brackets; that of the list itself is empty. */
function errorsOfList(
  list: readonly unknown[],
  { owner, items, limit, key, each }: ListShape,
  before: Former,
): FieldError[] {
  if (list.length > Math.max(limit, before.longest)) {
    return [{ field: '', message: TEXTS.documents.tooMany(owner, grouped(limit), items, grouped(list.length)) }];
  }
  const errors: FieldError[] = [];
  if (!each) return errors;
  const shapes = Object.entries(each);
  for (const [index, element] of list.entries()) {
    const found = errorsIn(element, shapes, before.element(element, key));
    for (const error of found) errors.push({ ...error, field: `[${index}].${error.field}` });
  }
  return errors;
}

class Former {
  readonly #values: readonly unknown[];
  readonly #members = new Map<string, Former>();
  #longest: number | undefined;
  #elements: Former | undefined;
  #byKey: Map<unknown, Former> | undefined;

  constructor(values: readonly unknown[]) {
    this.#values = values;
  }

  get longest(): number {
    this.#longest ??= this.#lists().reduce((most, { length }) => Math.max(most, length), 0);
    return this.#longest;
  }

  member(name: string): Former {
    const known = this.#members.get(name);
    if (known) return known;
    const values = this.#values.flatMap((one) => (isObject(one) && Object.hasOwn(one, name) ? [one[name]] : []));
    const member = new Former(values);
    this.#members.set(name, member);
    return member;
  }

  /** The former element with this key; without a key, all former elements. */
  element(element: unknown, key: string | undefined): Former {
    if (key === undefined) {
      this.#elements ??= new Former(this.#lists().flat());
      return this.#elements;
    }
    this.#byKey ??= new Map(
      [...Map.groupBy(this.#lists().flat(), (one) => keyOf(one, key))].map(([id, ones]) => [id, new Former(ones)]),
    );
    return this.#byKey.get(keyOf(element, key)) ?? NOTHING;
  }

  #lists(): readonly (readonly unknown[])[] {
    return this.#values.filter(Array.isArray);
  }
}

const NOTHING = new Former([]);

const keyOf = (element: unknown, key: string): unknown => (isObject(element) ? element[key] : undefined);

const isListShape = (shape: ListShape | ListShapes): shape is ListShape => typeof shape.limit === 'number';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
