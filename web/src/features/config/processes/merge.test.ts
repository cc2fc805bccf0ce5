import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ProcessConfig } from '../../../../../domain/process/config.ts';
import { change, type Edit, insert, move, remove } from '../../../../../domain/process-editing/edits.ts';
import { type Conflict, mergeConfigs, placeOf } from './merge.ts';

const question = (name: string) => ({ name, label: name, dataType: 'text', required: false });
const step = (id: string, ...names: string[]) => ({
  _id: id,
  title: id,
  content: [
    { _id: `${id}-1`, markdown: 'One' },
    { _id: `${id}-2`, markdown: 'Two' },
  ],
  configuration: { title: '', fields: names.map(question) },
});
const BASE = {
  label: 'P',
  requestSignup: true,
  fields: [],
  applicationForm: { title: 'Apply', fields: [question('email')] },
  applicationDetailsSteps: [step('a', 'a1', 'a2'), step('b', 'b1'), step('c', 'c1', 'c2')],
} as unknown as ProcessConfig;

const STEPS = ['applicationDetailsSteps'] as const;
const titled = (config: ProcessConfig, index: number, title: string) =>
  change(config, [...STEPS, index], 'title', title).config;
const placesOf = (config: ProcessConfig, conflicts: readonly Conflict[]) =>
  conflicts.map((conflict) => placeOf(config, conflict)?.join('.'));

describe('what two people change in one process', () => {
  test('is joined where they changed different things', () => {
    const theirs = change(titled(BASE, 0, 'Theirs'), [...STEPS, 2, 'content', 0], 'markdown', 'Uno').config;
    const mine = change(titled(BASE, 1, 'Mine'), [...STEPS, 2, 'content', 1], 'markdown', 'Dos').config;
    const { config, conflicts } = mergeConfigs(BASE, theirs, mine);
    expect(conflicts).toEqual([]);
    expect(config.applicationDetailsSteps.map(({ title }) => title)).toEqual(['Theirs', 'Mine', 'c']);
    expect(config.applicationDetailsSteps[2]?.content?.map(({ markdown }) => markdown)).toEqual(['Uno', 'Dos']);
  });

  test('is joined block by block in blocks of earlier versions, which get no ids', () => {
    const withBlocks = (...texts: string[]) =>
      change(
        BASE,
        [...STEPS, 0],
        'content',
        texts.map((markdown) => ({ markdown })),
      ).config;
    const [theirs, mine] = [withBlocks('Uno', 'Two', 'Three'), withBlocks('One', 'Two', 'Tres', 'Four')];
    const { config, conflicts } = mergeConfigs(withBlocks('One', 'Two', 'Three'), theirs, mine);
    expect(conflicts).toEqual([]);
    expect(config).toEqual(withBlocks('Uno', 'Two', 'Tres', 'Four'));
    const both = mergeConfigs(withBlocks('One'), withBlocks('Uno'), withBlocks('Ein'));
    expect(both.conflicts).toEqual([
      {
        place: ['applicationDetailsSteps', { key: 'a', index: 0 }, 'content', 0, 'markdown'],
        theirs: 'Uno',
        isDeletedByMe: false,
      },
    ]);
  });

  test('keeps mine and names theirs where both changed the same, at its place after a move', () => {
    const { config, conflicts } = mergeConfigs(BASE, titled(BASE, 0, 'Theirs'), titled(BASE, 0, 'Mine'));
    expect(config.applicationDetailsSteps[0]?.title).toBe('Mine');
    const moved = move(config, [...STEPS, 0], STEPS, 2).config;
    expect(conflicts.map((conflict) => [placeOf(moved, conflict), conflict.theirs])).toEqual([
      [[...STEPS, 2, 'title'], 'Theirs'],
    ]);
    expect(placesOf(remove(config, [...STEPS, 0]).config, conflicts)).toEqual([undefined]);
  });

  test('keeps what one deleted and the other changed, and names it', () => {
    const [deleted, changed] = [remove(BASE, [...STEPS, 1]).config, titled(BASE, 1, 'Changed')];
    for (const [theirs, mine] of [
      [deleted, changed],
      [changed, deleted],
    ] as const) {
      const { config, conflicts } = mergeConfigs(BASE, theirs, mine);
      expect(config.applicationDetailsSteps[1]?.title).toBe('Changed');
      expect(conflicts.map(({ isDeletedByMe }) => isDeletedByMe)).toEqual([mine === deleted]);
      expect(placesOf(config, conflicts)).toEqual(['applicationDetailsSteps.1']);
    }
  });

  test('names a question that both added under one name', () => {
    const form = ['applicationForm', 'fields'] as const;
    const added = (label: string) => insert(BASE, form, 1, { ...question('city'), label }).config;
    const { config, conflicts } = mergeConfigs(BASE, added('Town'), added('City'));
    expect(config.applicationForm.fields[1]?.label).toBe('City');
    expect(conflicts.map(({ theirs }) => theirs)).toEqual([{ ...question('city'), label: 'Town' }]);
  });
});

/** Every text and switch by the ids and names above it. */
function leavesOf(node: unknown, above: string, found = new Map<string, unknown>()): Map<string, unknown> {
  if (typeof node !== 'object' || node === null) return found.set(above, node);
  for (const [member, value] of Object.entries(node)) {
    const { _id, name } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
    leavesOf(value, `${above}/${String(_id ?? name ?? member)}`, found);
  }
  return found;
}

type Make = (config: ProcessConfig, who: string, seed: number) => Edit;
const pick = <Item>(list: readonly Item[], seed: number): Item | undefined => list[seed % list.length];
const stepAt = ({ applicationDetailsSteps: steps }: ProcessConfig, seed: number) => seed % Math.max(steps.length, 1);
const EDITS: readonly Make[] = [
  (config, who, seed) => change(config, [], 'label', `${who} ${seed}`),
  (config, who, seed) => insert(config, STEPS, stepAt(config, seed), step(`${who}-${seed}`, `${who}${seed}`)),
  (config, _, seed) => remove(config, [...STEPS, stepAt(config, seed)]),
  (config, _, seed) => move(config, [...STEPS, stepAt(config, seed)], STEPS, stepAt(config, seed >> 2)),
  (config, who, seed) => change(config, [...STEPS, stepAt(config, seed)], 'title', `${who} ${seed}`),
  (config, who, seed) => {
    const index = stepAt(config, seed);
    const fields = config.applicationDetailsSteps[index]?.configuration?.fields ?? [];
    const at = Math.max(fields.indexOf(pick(fields, seed) ?? fields[0] ?? (question('') as never)), 0);
    const path = [...STEPS, index, 'configuration', 'fields', at];
    return fields.length === 0 ? change(config, [], 'label', who) : change(config, path, 'label', `${who} ${seed}`);
  },
  (config, who, seed) =>
    change(config, [...STEPS, stepAt(config, seed), 'content', seed % 2], 'markdown', `${who} ${seed}`),
];
const editsBy = (who: string) =>
  fc.array(fc.tuple(fc.nat(EDITS.length - 1), fc.nat(40)), { maxLength: 6 }).map((all) =>
    all.reduce<ProcessConfig>((config, [kind, seed], index) => {
      if (config.applicationDetailsSteps.length === 0) return config;
      // Each new step has its own id.
      return EDITS[kind]?.(config, who, seed + 41 * index).config ?? config;
    }, BASE),
  );

test('a merge takes each change of either side, loses nothing, and names all that both changed', () => {
  fc.assert(
    fc.property(editsBy('theirs'), editsBy('mine'), (theirs, mine) => {
      expect(mergeConfigs(BASE, theirs, BASE)).toEqual({ config: theirs, conflicts: [] });
      expect(mergeConfigs(BASE, BASE, mine)).toEqual({ config: mine, conflicts: [] });
      expect(mergeConfigs(BASE, mine, mine)).toEqual({ config: mine, conflicts: [] });
      const { config, conflicts } = mergeConfigs(BASE, theirs, mine);
      const named = conflicts.map(({ place }) =>
        place.map((part) => `/${String(typeof part === 'object' ? part.key : part)}`).join(''),
      );
      const [was, their, my, is] = [BASE, theirs, mine, config].map((one) => leavesOf(one, ''));
      const all = new Set([...(was?.keys() ?? []), ...(their?.keys() ?? []), ...(my?.keys() ?? [])]);
      for (const leaf of all) {
        if (named.some((place) => leaf.startsWith(place))) continue;
        const expected = their?.get(leaf) === was?.get(leaf) ? my?.get(leaf) : their?.get(leaf);
        expect([leaf, is?.get(leaf)]).toEqual([leaf, expected]);
      }
      expect(new Set(config.applicationDetailsSteps.map(({ _id }) => _id)).size).toBe(
        config.applicationDetailsSteps.length,
      );
    }),
  );
});
