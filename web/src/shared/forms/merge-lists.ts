import type { FieldValue } from '../../../../domain/application/events.ts';
import { textOf } from '../../../../domain/application/field-value.ts';

interface Element {
  readonly _id: string;
}

/**
 * Merges two versions of a list with a common origin, element by element with the same `_id`; all three are JSON texts.
 * Null if both changed one element, or both reordered the list.
 */
export function mergeLists(before: FieldValue, mine: FieldValue, theirs: FieldValue): FieldValue | null {
  const [was, here, there] = [before, mine, theirs].map(read) as [Element[], Element[], Element[]];
  const [inWas, inHere, inThere] = [was, here, there].map((list) => new Map(list.map((one) => [one._id, one])));
  if (!inWas || !inHere || !inThere) return null;
  const merged = new Map<string, Element>();
  for (const id of new Set([...inHere.keys(), ...inThere.keys(), ...inWas.keys()])) {
    const [old, one, other] = [inWas.get(id), inHere.get(id), inThere.get(id)];
    if (!isSame(one, old) && !isSame(other, old) && !isSame(one, other)) return null;
    const kept = isSame(one, old) ? other : one;
    if (kept) merged.set(id, kept);
  }
  const order = orderOf(was, here, there);
  if (!order) return null;
  const list = order.flatMap(({ _id }) => merged.get(_id) ?? []);
  return list.length === 0 ? '' : JSON.stringify(list);
}

const read = (value: FieldValue): Element[] => (textOf(value) === '' ? [] : (JSON.parse(textOf(value)) as Element[]));

const isSame = (one: Element | undefined, other: Element | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The order of the side that reordered, with the other side's new elements after their predecessor there. */
function orderOf(was: readonly Element[], here: readonly Element[], there: readonly Element[]): Element[] | null {
  const [inWas, inHere, inThere] = [was, here, there].map((list) => new Set(list.map(({ _id }) => _id)));
  const common = ({ _id }: Element) => inWas?.has(_id) && inHere?.has(_id) && inThere?.has(_id);
  const [old, mine, theirs] = [was, here, there].map((list) => String(list.filter(common).map(({ _id }) => _id)));
  if (mine !== old && theirs !== old && mine !== theirs) return null;
  const [first, second] = mine === old ? [there, here] : [here, there];
  const order = [...first];
  second.forEach((element, index) => {
    if (order.some(({ _id }) => _id === element._id)) return;
    const before = second[index - 1]?._id;
    order.splice(before === undefined ? 0 : order.findIndex(({ _id }) => _id === before) + 1, 0, element);
  });
  return order;
}
