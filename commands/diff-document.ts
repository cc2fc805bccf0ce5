import { reject } from '../domain/decision.ts';
import { fieldInWords } from '../domain/field-words.ts';
import { TEXTS } from '../domain/texts.ts';

/** JSON as a document holds it; absent and null mean the same: nothing there. */
export type Json = unknown;
export type JsonObject = Readonly<Record<string, Json>>;

/**
 * How a field is compared (D2): `value` as a whole; `object` member by member; `list` element by element, each known by
 * its member `key`. An element is compared by its `item` fields, without them by all that the payload names. `isOrdered` lists may also
 * be rearranged.
 */
export type FieldShape =
  | 'value'
  | { readonly object: FieldShapes }
  | { readonly list: { readonly key: string; readonly item?: FieldShapes; readonly isOrdered?: boolean } };
/** Fields that stand here can be changed; whatever else a payload carries is ignored. */
export type FieldShapes = Readonly<Record<string, FieldShape>>;

export type Change =
  | { readonly kind: 'set'; readonly field: string; readonly before: Json; readonly value: Json }
  | { readonly kind: 'nested'; readonly field: string; readonly changes: readonly Change[] }
  | { readonly kind: 'add'; readonly field: string; readonly element: JsonObject; readonly index: number }
  | { readonly kind: 'remove'; readonly field: string; readonly id: string; readonly element: JsonObject }
  | { readonly kind: 'change'; readonly field: string; readonly id: string; readonly changes: readonly Change[] }
  | { readonly kind: 'order'; readonly field: string; readonly ids: readonly string[] };

export interface Difference {
  readonly changes: readonly Change[];
  /** Dotted names of what both sides changed, each to something else. */
  readonly conflicts: readonly string[];
}

interface Sides {
  readonly base: JsonObject;
  readonly current: JsonObject;
  readonly payload: JsonObject;
  /** Without a version nobody knows what the sender had seen, so nothing is taken as deleted. */
  readonly listsOnlyAdd: boolean;
}

/**
 * What a payload wants changed, found by comparing it with the document as its sender had read it (`base`), and whether
 * somebody else has changed the same since (`current`). Without `base` the current document is it, and lists only add.
 */
export function diffDocument(input: {
  readonly base?: JsonObject | undefined;
  readonly current: JsonObject;
  readonly payload: JsonObject;
  readonly fields: FieldShapes;
}): Difference {
  const { base, current, payload, fields } = input;
  return diffFields({ base: base ?? current, current, payload, listsOnlyAdd: base === undefined }, fields, '');
}

/** The refusal that names what two people have changed at once (409). */
export function rejectConflicts(conflicts: readonly string[]) {
  const { changedMeanwhile } = TEXTS.documents;
  const names = conflicts.map(fieldInWords);
  const errors = conflicts.map((field, index) => ({ field, message: changedMeanwhile(names[index] ?? field) }));
  return reject('conflict', changedMeanwhile(new Intl.ListFormat('en').format(names)), errors);
}

/** The document with the changes made; what a list's order does not say stays where it is. */
export function applyChanges(document: JsonObject, changes: readonly Change[], keys: FieldShapes): JsonObject {
  const result: Record<string, Json> = { ...document };
  for (const change of changes) {
    const shape = keys[change.field];
    const before = ownMember(result, change.field);
    if (change.kind === 'set') result[change.field] = change.value;
    else if (change.kind === 'nested') {
      const inner = typeof shape === 'object' && 'object' in shape ? shape.object : {};
      result[change.field] = applyChanges(asObject(before), change.changes, inner);
    } else if (typeof shape === 'object' && 'list' in shape) {
      result[change.field] = applyToList(asList(before), change, shape.list.key, shape.list.item ?? {});
    }
  }
  return result;
}

function applyToList(
  list: readonly JsonObject[],
  change: Change,
  key: string,
  item: FieldShapes,
): readonly JsonObject[] {
  switch (change.kind) {
    case 'add':
      return list.toSpliced(Math.min(change.index, list.length), 0, change.element);
    case 'remove':
      return list.filter((element) => element[key] !== change.id);
    case 'change':
      return list.map((element) =>
        element[key] === change.id ? applyChanges(element, change.changes, item) : element,
      );
    case 'order': {
      const wanted = change.ids.flatMap((id) => list.filter((element) => element[key] === id));
      const named = new Set(wanted);
      let next = 0;
      return list.map((element) => (named.has(element) ? (wanted[next++] ?? element) : element));
    }
    default:
      return list;
  }
}

function diffFields(sides: Sides, fields: FieldShapes, path: string): Difference {
  const found = Object.entries(fields)
    .filter(([field]) => ownMember(sides.payload, field) !== undefined)
    .map(([field, shape]) => diffField(sides, field, shape, path + field));
  return {
    changes: found.flatMap(({ changes }) => changes),
    conflicts: found.flatMap(({ conflicts }) => conflicts),
  };
}

function diffField(sides: Sides, field: string, shape: FieldShape, path: string): Difference {
  const base = ownMember(sides.base, field) ?? null;
  const current = ownMember(sides.current, field) ?? null;
  const payload = ownMember(sides.payload, field) ?? null;
  const areObjects = isObject(payload) && (base === null || isObject(base)) && isObject(current);
  if (typeof shape === 'object' && 'object' in shape && areObjects) {
    const inner = { base: asObject(base), current, payload, listsOnlyAdd: sides.listsOnlyAdd };
    const { changes, conflicts } = diffFields(inner, shape.object, `${path}.`);
    return { changes: changes.length > 0 ? [{ kind: 'nested', field, changes }] : [], conflicts };
  }
  if (typeof shape === 'object' && 'list' in shape && (Array.isArray(payload) || payload === null)) {
    const lists = { base: asList(base), current: asList(current), payload: asList(payload) };
    return diffList({ ...lists, listsOnlyAdd: sides.listsOnlyAdd }, field, shape.list, path);
  }
  return diffValue(base, current, payload, field, path);
}

function diffValue(base: Json, current: Json, payload: Json, field: string, path: string): Difference {
  if (isEqual(payload, base) || isEqual(payload, current)) return { changes: [], conflicts: [] };
  if (!isEqual(current, base)) return { changes: [], conflicts: [path] };
  return { changes: [{ kind: 'set', field, before: current, value: payload }], conflicts: [] };
}

interface Lists {
  readonly base: readonly JsonObject[];
  readonly current: readonly JsonObject[];
  readonly payload: readonly JsonObject[];
  readonly listsOnlyAdd: boolean;
}
type ListShape = Extract<FieldShape, { list: unknown }>['list'];

function diffList(lists: Lists, field: string, shape: ListShape, path: string): Difference {
  const { key, item } = shape;
  const find = (list: readonly JsonObject[], id: Json) => list.find((element) => element[key] === id);
  const changes: Change[] = [];
  const conflicts: string[] = [];

  if (!lists.listsOnlyAdd) {
    for (const was of lists.base) {
      const now = find(lists.current, was[key]);
      if (find(lists.payload, was[key]) || !now) continue;
      if (isEqual(pick(was, item), pick(now, item))) {
        changes.push({ kind: 'remove', field, id: String(was[key]), element: now });
      } else conflicts.push(`${path}.${String(was[key])}`);
    }
  }
  lists.payload.forEach((wanted, index) => {
    const id = ownMember(wanted, key);
    const was = id === undefined ? undefined : find(lists.base, id);
    const now = id === undefined ? undefined : find(lists.current, id);
    const name = `${path}.${String(id)}`;
    if (now) {
      const shapes = item ?? shapesOf(wanted, key);
      const sides = { base: was ?? {}, current: now, payload: wanted, listsOnlyAdd: lists.listsOnlyAdd };
      const inner = diffFields(sides, shapes, `${name}.`);
      if (inner.changes.length > 0) changes.push({ kind: 'change', field, id: String(id), changes: inner.changes });
      conflicts.push(...inner.conflicts);
    } else if (!was) changes.push({ kind: 'add', field, element: wanted, index });
    else if (!isEqual(pick(wanted, item), pick(was, item))) conflicts.push(name);
  });
  if (shape.isOrdered) {
    const order = diffOrder(lists, key);
    if (order === 'conflict') conflicts.push(path);
    else if (order) changes.push({ kind: 'order', field, ids: order });
  }
  return { changes, conflicts };
}

/** Only elements that all three sides know can be rearranged; the others come and go by themselves. */
function diffOrder({ base, current, payload }: Lists, key: string): readonly string[] | 'conflict' | null {
  const ids = (list: readonly JsonObject[]) => list.map((element) => String(element[key]));
  const known = new Set(ids(base).filter((id) => ids(current).includes(id) && ids(payload).includes(id)));
  const [was, now, wanted] = [base, current, payload].map((list) => ids(list).filter((id) => known.has(id)));
  if (!was || !now || !wanted || isEqual(wanted, was) || isEqual(wanted, now)) return null;
  return isEqual(now, was) ? wanted : 'conflict';
}

const shapesOf = (element: JsonObject, key: string): FieldShapes =>
  Object.fromEntries(Object.keys(element).flatMap((member) => (member === key ? [] : [[member, 'value' as const]])));

const pick = (element: JsonObject, item: FieldShapes | undefined): JsonObject =>
  item ? Object.fromEntries(Object.keys(item).map((member) => [member, ownMember(element, member) ?? null])) : element;

const ownMember = (object: JsonObject, member: string): Json =>
  Object.hasOwn(object, member) ? object[member] : undefined;

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const asObject = (value: Json): JsonObject => (isObject(value) ? value : {});
const asList = (value: Json): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** Deep equality of JSON, for which an absent member is null. */
export function isEqual(left: Json, right: Json): boolean {
  if (Object.is(left ?? null, right ?? null)) return true;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((element, index) => isEqual(element, right[index]));
  }
  if (!isObject(left) || !isObject(right)) return false;
  const members = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...members].every((member) => isEqual(ownMember(left, member), ownMember(right, member)));
}
