import type { ProcessConfig } from '../../../../../domain/process/config.ts';
import type { Path } from '../../../../../domain/process-editing/tree.ts';

export interface Conflict {
  readonly path: Path;
  /** Undefined: the other person removed it. */
  readonly theirs: unknown;
}

export interface Merged {
  readonly config: ProcessConfig;
  /** Both changed these; the merged config has mine. */
  readonly conflicts: readonly Conflict[];
}

type Plain = Readonly<Record<string, unknown>>;

/** Joins what two people changed since `base`: steps and blocks by `_id`, questions and columns by name, all else by member. */
export function mergeConfigs(base: ProcessConfig, theirs: ProcessConfig, mine: ProcessConfig): Merged {
  const conflicts: Conflict[] = [];
  const note = (path: Path, other: unknown) => void conflicts.push({ path, theirs: other });
  const config = joined([base, theirs, mine], [], note) as ProcessConfig;
  return { config, conflicts };
}

type Three = readonly [base: unknown, theirs: unknown, mine: unknown];
type Note = (path: Path, theirs: unknown) => void;

function joined([base, theirs, mine]: Three, path: Path, note: Note): unknown {
  if (isSame(theirs, base) || isSame(theirs, mine)) return mine;
  if (isSame(mine, base)) return theirs;
  if (isPlain(base) && isPlain(theirs) && isPlain(mine)) return joinedMembers(base, theirs, mine, path, note);
  const lists = [base ?? [], theirs, mine];
  if (lists.every(isKeyed)) return joinedLists(lists as unknown as Keyed, path, note);
  note(path, theirs);
  return mine;
}

function joinedMembers(base: Plain, theirs: Plain, mine: Plain, path: Path, note: Note): Plain {
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
  const members = names.map(
    (name) => [name, joined([base[name], theirs[name], mine[name]], [...path, name], note)] as const,
  );
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

type Keyed = readonly [readonly Plain[], readonly Plain[], readonly Plain[]];

function joinedLists([base, theirs, mine]: Keyed, path: Path, note: Note): readonly unknown[] {
  const [old, other, own] = [base, theirs, mine].map(
    (list) => new Map(list.map((element) => [keyOf(element), element])),
  );
  if (!old || !other || !own) return mine;
  const isMoved = !isSame(
    [...own.keys()].filter((key) => old.has(key)),
    [...old.keys()].filter((key) => own.has(key)),
  );
  const [lead, rest] = isMoved ? [own, other] : [other, own];
  const keys = [...lead.keys()];
  for (const [at, key] of [...rest.keys()].entries()) {
    if (lead.has(key)) continue;
    const before = [...rest.keys()][at - 1];
    keys.splice(before === undefined ? 0 : keys.indexOf(before) + 1, 0, key);
  }
  const elements = keys.flatMap((key): { readonly value: unknown; readonly three: Three }[] => {
    const three: Three = [old.get(key), other.get(key), own.get(key)];
    const [was, their, my] = three;
    if (their === undefined && my === undefined) return [];
    if (was === undefined) return [{ value: my ?? their, three }];
    if (their === undefined) return isSame(my, was) ? [] : [{ value: my, three }];
    if (my === undefined) return isSame(their, was) ? [] : [{ value: their, three }];
    return [{ value: my, three }];
  });
  return elements.map(({ value, three }, index) =>
    three.every((one) => one !== undefined) ? joined(three, [...path, index], note) : value,
  );
}

const keyOf = ({ _id, name }: Plain): unknown => _id ?? name;
const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isKeyed = (list: unknown): boolean =>
  Array.isArray(list) &&
  list.every((element) => isPlain(element) && keyOf(element) !== undefined) &&
  new Set(list.map(keyOf)).size === list.length;
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
