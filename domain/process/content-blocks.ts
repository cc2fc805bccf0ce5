import { isEqual } from '../values/is-equal.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Blocks of earlier versions have no `_id`, and stored configs stay as they are: such blocks are matched by content and place. */
export interface BlockSides {
  readonly base: JsonObject;
  readonly current: JsonObject;
  readonly payload: JsonObject;
}

const STEPS = 'applicationDetailsSteps';

/**
 * Gives blocks without an id one for the merge, equal on all sides for what is one block. `withoutIds` takes them back
 * from the merged config.
 */
export function withBlockIds({ base, current, payload }: BlockSides) {
  const made = new Set<string>();
  const lists = { base: blocksOf(base), current: blocksOf(current), payload: blocksOf(payload) };
  const real = new Set([base, current, payload].flatMap((side) => [...blocksOf(side).values()].flat().map(idOf)));
  const newId = (label: string) => {
    let id = label;
    while (real.has(id)) id += '*';
    made.add(id);
    return id;
  };
  const baseIds = new Map(
    [...lists.base].map(([step, blocks]) => [
      step,
      blocks.map((block, index) => idOf(block) ?? newId(`block ${index + 1}`)),
    ]),
  );
  const idsIn = (side: 'base' | 'current' | 'payload') =>
    new Map(
      [...lists[side]].map(([step, blocks]) => {
        const known = lists.base.get(step) ?? [];
        const partners = blocks === known ? blocks.map((_, index) => index) : partnersOf(known, blocks);
        const ids = blocks.map((block, index) => {
          const partner = partners[index] ?? null;
          const shared = partner === null ? undefined : baseIds.get(step)?.[partner];
          return idOf(block) ?? shared ?? newId(`${side === 'current' ? 'other' : 'new'} block ${index + 1}`);
        });
        return [step, ids];
      }),
    );
  return {
    /** Whether the id was given by this function. */
    isMade: (id: unknown): boolean => typeof id === 'string' && made.has(id),
    sides: {
      base: withIds(base, idsIn('base')),
      current: withIds(current, idsIn('current')),
      payload: withIds(payload, idsIn('payload')),
    },
    withoutIds: (merged: unknown): unknown =>
      isObject(merged)
        ? mapBlocks(merged, (_, blocks) =>
            blocks.map(({ _id, ...block }) =>
              typeof _id === 'string' && made.has(_id) ? block : _id === undefined ? block : { _id, ...block },
            ),
          )
        : merged,
  };
}

/** For each block its place in `known`: the equal one, else the one between the same neighbours. */
function partnersOf(known: readonly JsonObject[], blocks: readonly JsonObject[]): readonly (number | null)[] {
  const free = new Set(known.keys().filter((index) => idOf(known[index]) === undefined));
  const take = (index: number | undefined): number | null => {
    if (index === undefined) return null;
    free.delete(index);
    return index;
  };
  const partners: (number | null)[] = blocks.map((block) =>
    idOf(block) === undefined ? take(free.values().find((index) => isEqual(known[index], block))) : null,
  );
  for (const [at, block] of blocks.entries()) {
    if (partners[at] !== null || idOf(block) !== undefined) continue;
    const before = partners.slice(0, at).findLast((partner) => partner !== null) ?? -1;
    const after = partners.slice(at + 1).find((partner) => partner !== null) ?? known.length;
    partners[at] = take(free.values().find((index) => index > before && index < after));
  }
  return partners;
}

/** Each id must be in a list once; a payload that repeats one is refused after the merge. */
const idOf = (block: JsonObject | undefined): string | undefined =>
  typeof block?._id === 'string' ? block._id : undefined;

function blocksOf(config: JsonObject): ReadonlyMap<unknown, readonly JsonObject[]> {
  const found = new Map<unknown, readonly JsonObject[]>();
  mapBlocks(config, (step, blocks) => {
    found.set(step, blocks);
    return blocks;
  });
  return found;
}

const withIds = (config: JsonObject, ids: ReadonlyMap<unknown, readonly string[]>): JsonObject =>
  mapBlocks(config, (step, blocks) => blocks.map((block, index) => ({ ...block, _id: ids.get(step)?.[index] })));

/** Lists with something else than blocks stay: the rules of a config refuse them. */
function mapBlocks(
  config: JsonObject,
  map: (step: unknown, blocks: readonly JsonObject[]) => readonly JsonObject[],
): JsonObject {
  const steps = config[STEPS];
  if (!Array.isArray(steps)) return config;
  const mapped = steps.map((step: unknown) => {
    if (!isObject(step) || !Array.isArray(step.content) || !step.content.every(isObject)) return step;
    return { ...step, content: map(step._id, step.content) };
  });
  return { ...config, [STEPS]: mapped };
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
