import { fieldInWords } from '../../domain/application/field-words.ts';
import { reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { isEqual } from '../../domain/values/is-equal.ts';

/** Absent and null are equal. */
export type Json = unknown;
export type JsonObject = Readonly<Record<string, Json>>;

/**
 * `value` is compared as a whole, `object` by member, `list` by element with the id `key`. An element is compared by
 * its `item` fields, else by all members of the payload. `isOrdered` lists can be reordered.
 */
export type FieldShape =
  | 'value'
  | { readonly object: FieldShapes }
  | { readonly list: { readonly key: string; readonly item?: FieldShapes; readonly isOrdered?: boolean } };
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
  readonly conflicts: readonly string[];
}

interface Sides {
  readonly base: JsonObject;
  readonly current: JsonObject;
  readonly payload: JsonObject;
  /** Without a version it is unknown what the sender has read, so nothing counts as deleted. */
  readonly listsOnlyAdd: boolean;
}

/**
 * Compares a payload with the document that its sender read (`base`) and finds conflicts with `current`. Without `base`
 * it compares with `current`, and lists only grow.
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

export function rejectConflicts(conflicts: readonly string[]) {
  const { changedMeanwhile } = TEXTS.documents;
  const names = conflicts.map(fieldInWords);
  const errors = conflicts.map((field, index) => ({ field, message: changedMeanwhile(names[index] ?? field) }));
  return reject('conflict', changedMeanwhile(new Intl.ListFormat('en').format(names)), errors);
}

export function applyChanges(document: JsonObject, changes: readonly Change[], keys: FieldShapes): JsonObject {
  const result: Record<string, Json> = { ...document };
  for (const change of changes) {
    const shape = keys[change.field];
    const before = ownMember(result, change.field);
    if (change.kind === 'set') result[change.field] = change.value;
    else if (change.kind === 'nested') {
      const inner = typeof shape === 'object' && 'object' in shape ? shape.object : {};
      result[change.field] = applyChanges(asObject(before), change.changes, inner);
    }
  }
  for (const [field, ofField] of Map.groupBy(changes, ({ field }) => field)) {
    const shape = keys[field];
    if (typeof shape !== 'object' || !('list' in shape)) continue;
    const listed = ofField.filter(isListChange);
    if (listed.length > 0) result[field] = applyToList(asList(ownMember(result, field)), listed, shape.list);
  }
  return result;
}

type ListChange = Extract<Change, { kind: 'add' | 'remove' | 'change' | 'order' }>;
const isListChange = (change: Change): change is ListChange => change.kind !== 'set' && change.kind !== 'nested';

/** All changes of one list in one pass, because one pass per change would take quadratic time. */
function applyToList(
  list: readonly JsonObject[],
  changes: readonly ListChange[],
  { key, item = {} }: ListShape,
): readonly JsonObject[] {
  const removed = new Set<Json>();
  const changed = new Map<Json, readonly Change[]>();
  const added: Extract<ListChange, { kind: 'add' }>[] = [];
  let order: readonly string[] = [];
  for (const change of changes) {
    if (change.kind === 'remove') removed.add(change.id);
    else if (change.kind === 'change') changed.set(change.id, change.changes);
    else if (change.kind === 'add') added.push(change);
    else order = change.ids;
  }
  const kept = list.flatMap((element) => {
    if (removed.has(element[key])) return [];
    const inner = changed.get(element[key]);
    return [inner ? applyChanges(element, inner, item) : element];
  });
  return inOrder(withAdded(kept, added), order, key);
}

/** `added` in the order of its indexes; an index beyond the end is the end. */
function withAdded(
  list: readonly JsonObject[],
  added: readonly { readonly element: JsonObject; readonly index: number }[],
): readonly JsonObject[] {
  const result: JsonObject[] = [];
  let next = 0;
  for (const { element, index } of added) {
    while (result.length < index && next < list.length) result.push(list[next++] as JsonObject);
    result.push(element);
  }
  return [...result, ...list.slice(next)];
}

function inOrder(list: readonly JsonObject[], ids: readonly string[], key: string): readonly JsonObject[] {
  if (ids.length === 0) return list;
  const byId = Map.groupBy(list, (element) => element[key]);
  const wanted = ids.flatMap((id) => byId.get(id) ?? []);
  const named = new Set(wanted);
  let next = 0;
  return list.map((element) => (named.has(element) ? (wanted[next++] ?? element) : element));
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
  if (typeof shape === 'object' && 'list' in shape && Array.isArray(payload) && !payload.every(isObject)) {
    // The field's rules refuse an unknown type.
    return { changes: [{ kind: 'set', field, before: current, value: payload }], conflicts: [] };
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
  const inBase = byKey(lists.base, key);
  const inCurrent = byKey(lists.current, key);
  const changes: Change[] = [];
  const conflicts: string[] = [];

  if (!lists.listsOnlyAdd) {
    const inPayload = byKey(lists.payload, key);
    for (const was of lists.base) {
      const now = inCurrent.get(was[key]);
      if (inPayload.has(was[key]) || !now) continue;
      if (isEqual(pick(was, item), pick(now, item))) {
        changes.push({ kind: 'remove', field, id: String(was[key]), element: now });
      } else conflicts.push(`${path}.${String(was[key])}`);
    }
  }
  lists.payload.forEach((wanted, index) => {
    const id = ownMember(wanted, key);
    const was = id === undefined ? undefined : inBase.get(id);
    const now = id === undefined ? undefined : inCurrent.get(id);
    const name = `${path}.${String(id)}`;
    if (now) {
      const shapes = item ?? shapesOf(wanted, key);
      const sides = { base: was ?? {}, current: now, payload: wanted, listsOnlyAdd: lists.listsOnlyAdd };
      const inner = diffFields(sides, shapes, `${name}.`);
      if (inner.changes.length > 0) changes.push({ kind: 'change', field, id: String(id), changes: inner.changes });
      for (const conflict of inner.conflicts) conflicts.push(conflict);
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

/** Only elements that all three sides know can be reordered. */
function diffOrder({ base, current, payload }: Lists, key: string): readonly string[] | 'conflict' | null {
  const ids = (list: readonly JsonObject[]) => list.map((element) => String(element[key]));
  const [inBase, inCurrent, inPayload] = [ids(base), ids(current), ids(payload)];
  const known = new Set(inBase).intersection(new Set(inCurrent)).intersection(new Set(inPayload));
  const [was, now, wanted] = [inBase, inCurrent, inPayload].map((list) => list.filter((id) => known.has(id)));
  if (!was || !now || !wanted || isEqual(wanted, was) || isEqual(wanted, now)) return null;
  return isEqual(now, was) ? wanted : 'conflict';
}

/** The first of several elements with one key. */
function byKey(list: readonly JsonObject[], key: string): ReadonlyMap<Json, JsonObject> {
  const found = new Map<Json, JsonObject>();
  for (const element of list) if (!found.has(element[key])) found.set(element[key], element);
  return found;
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
