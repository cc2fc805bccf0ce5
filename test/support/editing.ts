import fc from 'fast-check';
import { expect } from 'vitest';

type Json = unknown;
export type Doc = Readonly<Record<string, Json>> & { readonly version: number };
export interface Saved {
  readonly status: number;
  readonly problem: { readonly message: string; readonly errors?: readonly { readonly field: string }[] | undefined };
}

export interface Kind {
  /** A new document with its initial members. */
  readonly create: () => Promise<string>;
  readonly get: (editor: number, id: string) => Promise<Doc>;
  readonly put: (editor: number, id: string, document: Doc) => Promise<Saved>;
  readonly fields: readonly [Fields, Fields];
  /** Lists of elements with an identity. */
  readonly lists?: Readonly<Record<string, List>>;
}
export type Fields = Readonly<Record<string, readonly Json[]>>;
export interface List {
  readonly key: string;
  /** The edited member of an element. */
  readonly text: string;
  readonly isEditable?: boolean;
  readonly create: (text: string, editor: number) => Readonly<Record<string, Json>>;
  readonly mayRemove: (element: Readonly<Record<string, Json>>, editor: number) => boolean;
}

type Element = Readonly<Record<string, Json>>;
const elementsOf = (document: Doc, list: string): readonly Element[] => (document[list] ?? []) as readonly Element[];

export interface Step {
  readonly editor: 0 | 1;
  readonly does: 'read' | 'set' | 'add' | 'remove' | 'rename' | 'save';
  readonly which: number;
  readonly value: number;
}

export const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    editor: fc.constantFrom(0 as const, 1 as const),
    does: fc.oneof(
      { weight: 1, arbitrary: fc.constant('read' as const) },
      { weight: 4, arbitrary: fc.constant('set' as const) },
      { weight: 3, arbitrary: fc.constantFrom('add' as const, 'remove' as const, 'rename' as const) },
      { weight: 4, arbitrary: fc.constant('save' as const) },
    ),
    which: fc.nat(100),
    value: fc.nat(100),
  }),
  { minLength: 6, maxLength: 20 },
);

/** An editor's unsaved change. */
function edited(draft: Doc, { editor, does, which, value }: Step, kind: Kind): Doc {
  const pick = <T>(choices: readonly T[], n: number): T | undefined => choices[n % Math.max(1, choices.length)];
  if (does === 'set') {
    const [field, values] = pick(Object.entries(kind.fields[editor]), which) ?? ['', []];
    return { ...draft, [field]: pick(values, value) };
  }
  const [name, list] = pick(Object.entries(kind.lists ?? {}), which) ?? [];
  if (name === undefined || list === undefined) return draft;
  const elements = elementsOf(draft, name);
  if (does === 'add') return { ...draft, [name]: [...elements, list.create(`Added ${value}`, editor)] };
  const meant = pick(
    elements.filter((element) => element[list.key] !== undefined),
    value,
  );
  if (meant === undefined) return draft;
  if (does === 'remove' && list.mayRemove(meant, editor)) {
    return { ...draft, [name]: elements.filter((element) => element !== meant) };
  }
  if (does !== 'rename' || !list.isEditable) return draft;
  const renamed = { ...meant, [list.text]: `Renamed ${which % 3}` };
  return { ...draft, [name]: elements.map((element) => (element === meant ? renamed : element)) };
}

/** Facts: `member` → value, `list/identity` → text. New elements have no identity yet. */
type Facts = Readonly<Record<string, string>>;
const told = (value: Json): string => JSON.stringify(value ?? null);

function factsOf(document: Doc, fields: Fields, lists: Kind['lists'] = {}): Facts {
  const facts: Record<string, string> = {};
  for (const field of Object.keys(fields)) facts[field] = told(document[field]);
  for (const [name, { key, text }] of Object.entries(lists)) {
    for (const element of elementsOf(document, name)) {
      if (element[key] !== undefined) facts[`${name}/${String(element[key])}`] = told(element[text]);
    }
  }
  return facts;
}

const newTextsOf = (document: Doc, lists: Kind['lists'] = {}): readonly string[] =>
  Object.entries(lists).flatMap(([name, { key, text }]) =>
    elementsOf(document, name).flatMap((element) => (element[key] === undefined ? [told(element[text])] : [])),
  );

interface Expected {
  readonly conflicts: readonly string[];
  readonly facts: Facts;
}

/**
 * Rules 11 and 12 per fact: an unchanged fact takes the current value, equal values never conflict, different changes
 * of one fact do.
 */
function merged(base: Facts, current: Facts, wanted: Facts): Expected {
  const conflicts: string[] = [];
  const facts: Record<string, string> = { ...current };
  for (const name of new Set([...Object.keys(base), ...Object.keys(wanted)])) {
    if (wanted[name] === base[name] || wanted[name] === current[name]) continue;
    if (current[name] !== base[name]) conflicts.push(name);
    else if (wanted[name] === undefined) delete facts[name];
    else facts[name] = wanted[name];
  }
  return { conflicts, facts };
}

const contentOf = ({ version, ...content }: Doc) => content;

/** Compares every save and every later read with the model. */
export async function play(kind: Kind, all: readonly Step[]): Promise<void> {
  const id = await kind.create();
  const first = await Promise.all([kind.get(0, id), kind.get(1, id)]);
  const drafts: Doc[] = [...first];
  const bases: Doc[] = [...first];
  const current: Doc[] = [...first];

  for (const step of all) {
    const { editor, does } = step;
    if (does === 'read') {
      bases[editor] = drafts[editor] = await kind.get(editor, id);
      expect(contentOf(bases[editor])).toEqual(contentOf(current[editor] as Doc));
    } else if (does !== 'save') drafts[editor] = edited(drafts[editor] as Doc, step, kind);
    else await save(editor);
  }
  for (const editor of [0, 1] as const) await save(editor);

  async function save(editor: 0 | 1): Promise<void> {
    const draft = drafts[editor] as Doc;
    const sight = (document: Doc) => factsOf(document, kind.fields[editor], kind.lists);
    const expected = merged(sight(bases[editor] as Doc), sight(current[editor] as Doc), sight(draft));
    const answer = await kind.put(editor, id, draft);
    const [now, others] = await Promise.all([kind.get(editor, id), kind.get(1 - editor, id)]);
    if (expected.conflicts.length > 0) {
      expect(answer.status, answer.problem.message).toBe(409);
      const named = new Set(answer.problem.errors?.map(({ field }) => field.split('.').slice(0, 2).join('/')));
      expect(named).toEqual(new Set(expected.conflicts));
      expect([now, others].map(contentOf)).toEqual(
        [current[editor], current[1 - editor]].map((one) => contentOf(one as Doc)),
      );
      bases[editor] = drafts[editor] = now;
      return;
    }
    expect(answer.status, `${answer.problem.message} ${JSON.stringify(draft)}`).toBe(200);
    const added = newTextsOf(draft, kind.lists);
    const found = { ...sight(now) };
    const isNew = (name: string) => !Object.hasOwn(sight(current[editor] as Doc), name);
    const newTexts = Object.keys(found).flatMap((name) => (isNew(name) ? [found[name]] : []));
    expect(newTexts.toSorted()).toEqual(added.toSorted());
    expect(Object.fromEntries(Object.entries(found).filter(([name]) => !isNew(name)))).toEqual(expected.facts);
    expect(now.version).toBeGreaterThanOrEqual((current[editor] as Doc).version);
    current[editor] = bases[editor] = drafts[editor] = now;
    current[1 - editor] = others;
  }
}
