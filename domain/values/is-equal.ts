type Json = unknown;

/** Of two JSON values: the order of members does not count, and an absent member equals null. */
export function isEqual(left: Json, right: Json): boolean {
  if (Object.is(left ?? null, right ?? null)) return true;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((element, index) => isEqual(element, right[index]));
  }
  if (!isObject(left) || !isObject(right)) return false;
  return (
    Object.keys(left).every((member) => isEqual(left[member], ownMember(right, member))) &&
    Object.keys(right).every((member) => Object.hasOwn(left, member) || (right[member] ?? null) === null)
  );
}

const ownMember = (object: Readonly<Record<string, Json>>, member: string): Json =>
  Object.hasOwn(object, member) ? object[member] : undefined;

const isObject = (value: Json): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
