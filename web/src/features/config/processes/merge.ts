import type { ProcessConfig } from '../../../../../domain/process/config.ts';
import { withBlockIds } from '../../../../../domain/process/content-blocks.ts';
import { listAt, type Path } from '../../../../../domain/process-editing/tree.ts';
import { isEqual } from '../../../../../domain/values/is-equal.ts';

/** An element of a list by its `_id` or name, so that the place is found again after a move. */
interface Keyed {
  readonly key: unknown;
}

export interface Conflict {
  readonly place: readonly (string | number | Keyed)[];
  /** Undefined: the other person removed it. */
  readonly theirs: unknown;
  /** This person deleted what the other one changed; the merged config has the other's. */
  readonly isDeletedByMe: boolean;
}

export interface Merged {
  readonly config: ProcessConfig;
  /** Both changed these; the merged config has mine, or theirs where mine was a deletion. */
  readonly conflicts: readonly Conflict[];
}

type Plain = Readonly<Record<string, unknown>>;

/**
 * Joins what two people changed since `base`: steps and blocks by `_id`, questions and columns by name, all else by
 * member. Blocks of earlier versions, which have no `_id`, are matched as by a save.
 */
export function mergeConfigs(base: ProcessConfig, theirs: ProcessConfig, mine: ProcessConfig): Merged {
  const conflicts: Conflict[] = [];
  const { sides, withoutIds, isMade } = withBlockIds({
    base: { ...base },
    current: { ...theirs },
    payload: { ...mine },
  });
  const bare = (value: unknown): unknown => {
    if (!isPlain(value) || !isMade(value._id)) return value;
    const { _id, ...block } = value;
    return block;
  };
  const note: Note = (place, other, isDeletedByMe = false) =>
    void conflicts.push({
      place: place.map((part) => (typeof part === 'object' && isMade(part.key) ? part.index : part)),
      theirs: bare(other),
      isDeletedByMe,
    });
  const joint = joined([sides.base, sides.current, sides.payload], [], note);
  return { config: withoutIds(joint) as ProcessConfig, conflicts };
}

/** Where the conflict is now; null if its place is gone. */
export function placeOf(config: ProcessConfig, { place }: Conflict): Path | null {
  const path: (string | number)[] = [];
  for (const part of place) {
    const found = typeof part === 'object' ? listAt(config, path).findIndex((one) => keyOf(one) === part.key) : part;
    if (typeof found === 'number' && listAt(config, path)[found] === undefined) return null;
    path.push(found);
  }
  return path;
}

type Three = readonly [base: unknown, theirs: unknown, mine: unknown];
type Place = readonly (string | (Keyed & { readonly index: number }))[];
type Note = (place: Place, theirs: unknown, isDeletedByMe?: boolean) => void;

function joined([base, theirs, mine]: Three, place: Place, note: Note): unknown {
  if (isEqual(theirs, base) || isEqual(theirs, mine)) return mine;
  if (isEqual(mine, base)) return theirs;
  if (isPlain(base) && isPlain(theirs) && isPlain(mine)) return joinedMembers(base, theirs, mine, place, note);
  const lists = [base ?? [], theirs, mine];
  if (lists.every(isKeyed)) return joinedLists(lists as unknown as Lists, place, note);
  note(place, theirs);
  return mine;
}

function joinedMembers(base: Plain, theirs: Plain, mine: Plain, place: Place, note: Note): Plain {
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
  const members = names.map(
    (name) => [name, joined([base[name], theirs[name], mine[name]], [...place, name], note)] as const,
  );
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

type Lists = readonly [readonly Plain[], readonly Plain[], readonly Plain[]];

function joinedLists([base, theirs, mine]: Lists, place: Place, note: Note): readonly unknown[] {
  const byKey = (list: readonly Plain[]) => new Map(list.map((element) => [keyOf(element), element]));
  const [old, other, own] = [byKey(base), byKey(theirs), byKey(mine)];
  const isLeft = (key: unknown): boolean => {
    const [was, their, my] = [old.get(key), other.get(key), own.get(key)];
    if (their === undefined) return my !== undefined && (was === undefined || !isEqual(my, was));
    return my !== undefined || was === undefined || !isEqual(their, was);
  };
  return orderOf(old, other, own)
    .filter(isLeft)
    .map((key, index) => {
      const [was, their, my] = [old.get(key), other.get(key), own.get(key)];
      const at: Place = [...place, { key, index }];
      if (their !== undefined && my !== undefined) return joined([was, their, my], at, note);
      if (was !== undefined) note(at, their, my === undefined);
      return my ?? their;
    });
}

type Elements = ReadonlyMap<unknown, Plain>;

/** The order of the person who moved something, mine if both did, with the other's new elements after their neighbours. */
function orderOf(old: Elements, other: Elements, own: Elements): readonly unknown[] {
  const isMoved = !isEqual(
    [...own.keys()].filter((key) => old.has(key)),
    [...old.keys()].filter((key) => own.has(key)),
  );
  const [lead, rest] = isMoved ? [own, other] : [other, own];
  const keys = [...lead.keys()];
  const others = [...rest.keys()];
  for (const [at, key] of others.entries()) {
    if (!lead.has(key)) keys.splice(at === 0 ? 0 : keys.indexOf(others[at - 1]) + 1, 0, key);
  }
  return keys;
}

const keyOf = (element: unknown): unknown => (isPlain(element) ? (element._id ?? element.name) : undefined);
const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isKeyed = (list: unknown): boolean =>
  Array.isArray(list) &&
  list.every((element) => keyOf(element) !== undefined) &&
  new Set(list.map(keyOf)).size === list.length;
