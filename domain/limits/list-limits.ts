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
  return errorsIn(document, shapes, new Former(before === undefined ? [] : [before]), '');
}

function errorsIn(document: unknown, shapes: ListShapes, before: Former, path: string): readonly FieldError[] {
  if (!isObject(document)) return [];
  return Object.entries(shapes).flatMap(([member, shape]) => {
    const value = Object.hasOwn(document, member) ? document[member] : undefined;
    const stood = before.member(member);
    const field = path === '' ? member : `${path}.${member}`;
    if (!isListShape(shape)) return errorsIn(value, shape, stood, field);
    return Array.isArray(value) ? errorsOfList(value, shape, stood, field) : [];
  });
}

function errorsOfList(
  list: readonly unknown[],
  { owner, items, limit, key, each }: ListShape,
  before: Former,
  field: string,
): readonly FieldError[] {
  if (list.length > Math.max(limit, before.longest)) {
    return [{ field, message: TEXTS.documents.tooMany(owner, grouped(limit), items, grouped(list.length)) }];
  }
  if (!each) return [];
  return list.flatMap((element, index) => errorsIn(element, each, before.element(element, key), `${field}[${index}]`));
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
