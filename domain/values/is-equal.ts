type Json = unknown;

/** Of two JSON values: the order of members does not count, and an absent member equals null. */
export function isEqual(left: Json, right: Json): boolean {
  if (Object.is(left ?? null, right ?? null)) return true;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((element, index) => isEqual(element, right[index]));
  }
  if (!isObject(left) || !isObject(right)) return false;
  const members = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...members].every((member) => isEqual(ownMember(left, member), ownMember(right, member)));
}

const ownMember = (object: Readonly<Record<string, Json>>, member: string): Json =>
  Object.hasOwn(object, member) ? object[member] : undefined;

const isObject = (value: Json): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
