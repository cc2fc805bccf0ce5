import type { FieldValue } from '../application/events.ts';
import { isEmptyValue } from '../application/field-value.ts';
import { LIMITS } from '../limits/limits.ts';
import { FACT_FIELDS, type Facts } from './conditions.ts';
import type { FormField, ProcessConfig, Step } from './config.ts';
import { definitionsOf, fieldNamesOf, formsOf } from './fields.ts';
import { errorOfAnyDefinition } from './form-values.ts';
import { stepsOf } from './steps.ts';

/** The applications that a number counts: all of them, unless there are very many. */
type Listed<Name extends string> = { readonly [Key in Name as `${Key}Ids`]: readonly string[] };

interface Concerned {
  readonly applications: number;
  readonly applicationIds: readonly string[];
}

type StepEffect = 'open' | 'appears' | 'disappears' | 'reopens' | 'completes';

export interface StepImpact extends Readonly<Record<StepEffect, number>>, Listed<StepEffect> {
  readonly _id: string;
  readonly title: string;
  readonly change: 'added' | 'removed' | 'changed' | 'kept';
}

export interface FieldImpact extends Concerned {
  readonly name: string;
  readonly label: string;
}
export interface OptionImpact extends FieldImpact {
  readonly option: string;
  /** The new option at its place; null if it was removed. */
  readonly renamedTo: string | null;
}
/** An option's new words, which the answers with the former words get as well. */
export interface OptionRename {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}
export interface TypeImpact extends FieldImpact {
  readonly from: FormField['dataType'];
  readonly to: FormField['dataType'];
  /** Answers that the new type refuses. They are kept, and refused when the applicant saves the form again. */
  readonly misfits: number;
}
export interface WithdrawnImpact extends Concerned {
  readonly _id: string;
}

export interface Impact {
  readonly applications: number;
  /** Their values are kept and shown to staff. */
  readonly removedFields: readonly FieldImpact[];
  readonly requiredFields: readonly FieldImpact[];
  /** New fields under names that hold answers of removed ones: those would appear in them. */
  readonly reusedFields: readonly FieldImpact[];
  readonly removedOptions: readonly OptionImpact[];
  readonly changedTypes: readonly TypeImpact[];
  /** Chosen plans and submitted assessments that no step offers any more. */
  readonly withdrawnPlans: readonly WithdrawnImpact[];
  readonly withdrawnAssessments: readonly WithdrawnImpact[];
  readonly steps: readonly StepImpact[];
  /** Names that hold answers and are in no form or column of the saved process: new fields should not take them. */
  readonly heldNames: readonly string[];
}

/** Ids in one answer, whatever it counts: of each number the first ones, and then of whichever comes first. */
const FIRST_IDS = 2000;
const FURTHER_IDS = 20_000;
const NAMES = 500;

/** The caller adds the applications one by one, because a large process with many of them takes long. */
export function startImpact(before: ProcessConfig, after: ProcessConfig, renames: readonly OptionRename[] = []) {
  const room: Room = { first: FIRST_IDS, further: FURTHER_IDS };
  const tallies = <Item extends object>(items: readonly Item[], concerns: (item: Item, facts: Facts) => boolean) => {
    const all = items.map((item) => ({ item, tally: new Tally(room) }));
    return {
      add(id: string, facts: Facts): void {
        for (const { item, tally } of all) if (concerns(item, facts)) tally.add(id);
      },
      counted: () => all.map(({ item, tally }) => ({ ...item, ...tally.concerned })),
    };
  };
  const known = fieldNamesOf(before);
  const removed = tallies(fieldsGone(before, after), ({ name }, facts) => answerOf(name, facts) !== null);
  const required = tallies(fieldsNewlyRequired(before, after), ({ name }, facts) => answerOf(name, facts) === null);
  const reused = tallies(fieldsNew(before, after), ({ name }, facts) => answerOf(name, facts) !== null);
  const options = tallies(optionsGone(before, after), ({ name, option }, facts) => answerOf(name, facts) === option);
  const types = tallies(typesChanged(before, after), ({ name }, facts) => answerOf(name, facts) !== null);
  const misfits = tallies(
    typesChanged(before, after),
    ({ name }, facts) => errorOfAnyDefinition(answerOf(name, facts), definitionsOf(name, after)) !== null,
  );
  const plans = tallies(
    idsGone(before, after, 'availablePaymentModels'),
    ({ _id }, { selectedPaymentModelId }) => selectedPaymentModelId === _id,
  );
  const assessments = tallies(idsGone(before, after, 'assessmentIds'), ({ _id }, { completedAssessmentIds }) =>
    completedAssessmentIds.includes(_id),
  );
  const counts = [removed, required, reused, options, types, misfits, plans, assessments];
  const steps = new Map<string, Effects>();
  for (const [_id, { was, is }] of stepPairs(before, after)) steps.set(_id, effects(room, isSame(was, is)));
  const held = new Set<string>();
  let count = 0;
  const add = (id: string, facts: Facts): void => {
    count += 1;
    for (const one of counts) one.add(id, facts);
    for (const name of Object.keys(facts.fields)) {
      const isHeld = !known.has(name) && !FACT_FIELDS.includes(name) && answerOf(name, facts) !== null;
      if (isHeld && held.size < NAMES) held.add(name);
    }
    const [was, is] = [statesOf(before, facts), statesOf(after, renamed(facts, renames))];
    for (const [step, tally] of steps) addTo(tally, id, was.get(step) ?? NOT_THERE, is.get(step) ?? NOT_THERE);
  };
  const impact = (): Impact => {
    const unfit = misfits.counted();
    return {
      applications: count,
      removedFields: removed.counted(),
      requiredFields: required.counted(),
      reusedFields: reused.counted().filter(({ applications }) => applications > 0),
      removedOptions: options.counted(),
      changedTypes: types.counted().map((one, index) => ({ ...one, misfits: unfit[index]?.applications ?? 0 })),
      withdrawnPlans: plans.counted(),
      withdrawnAssessments: assessments.counted(),
      steps: stepImpacts(before, after, steps),
      heldNames: [...held].sort(),
    };
  };
  return { add, impact };
}

/** How many ids still find a place, among the first of a number and after them. */
type Room = Record<'first' | 'further', number>;

class Tally {
  readonly #ids: string[] = [];
  readonly #room: Room;
  count = 0;

  constructor(room: Room) {
    this.#room = room;
  }

  add(id: string): void {
    this.count += 1;
    const place = this.#ids.length < LIMITS.ids && this.#room.first > 0 ? 'first' : 'further';
    if (this.#room[place] === 0) return;
    this.#room[place] -= 1;
    this.#ids.push(id);
  }

  get ids(): readonly string[] {
    return this.#ids;
  }

  get concerned(): Concerned {
    return { applications: this.count, applicationIds: this.#ids };
  }
}

const answerOf = (name: string, { fields }: Pick<Facts, 'fields'>): FieldValue | null => {
  const value = Object.hasOwn(fields, name) ? (fields[name] ?? null) : null;
  return isEmptyValue(value) ? null : value;
};

function renamed(facts: Facts, renames: readonly OptionRename[]): Facts {
  const changed = renames.filter(({ name, from }) => answerOf(name, facts) === from);
  if (changed.length === 0) return facts;
  return { ...facts, fields: { ...facts.fields, ...Object.fromEntries(changed.map(({ name, to }) => [name, to])) } };
}

interface State {
  readonly isVisible: boolean;
  readonly isComplete: boolean;
  readonly isActive: boolean;
}
const NOT_THERE: State = { isVisible: false, isComplete: false, isActive: false };

const statesOf = (config: ProcessConfig, facts: Facts): ReadonlyMap<string, State> =>
  new Map(stepsOf(config, facts).map((state) => [config.applicationDetailsSteps[state.index]?._id ?? '', state]));

type Effects = Readonly<Record<StepEffect, Tally>>;
const effects = (room: Room, isUnchanged: boolean): Effects => ({
  open: new Tally(isUnchanged ? { first: 0, further: 0 } : room),
  appears: new Tally(room),
  disappears: new Tally(room),
  reopens: new Tally(room),
  completes: new Tally(room),
});

function addTo(tally: Effects, id: string, was: State, is: State): void {
  if (was.isActive) tally.open.add(id);
  if (is.isVisible && !was.isVisible) tally.appears.add(id);
  if (was.isVisible && !is.isVisible) tally.disappears.add(id);
  if (was.isComplete && is.isVisible && !is.isComplete) tally.reopens.add(id);
  if (!was.isComplete && is.isComplete) tally.completes.add(id);
}

interface StepPair {
  readonly was: Step | undefined;
  readonly is: Step | undefined;
}

/** Of both configs, by id; those of the first config first. */
function stepPairs(before: ProcessConfig, after: ProcessConfig): ReadonlyMap<string, StepPair> {
  const [old, fresh] = [before, after].map(
    ({ applicationDetailsSteps }) => new Map(applicationDetailsSteps.map((step) => [step._id, step])),
  );
  const ids = [...(old?.keys() ?? []), ...(fresh?.keys() ?? [])];
  return new Map(ids.map((id) => [id, { was: old?.get(id), is: fresh?.get(id) }]));
}

const isSame = (was: Step | undefined, is: Step | undefined): boolean => JSON.stringify(was) === JSON.stringify(is);

function stepImpacts(
  before: ProcessConfig,
  after: ProcessConfig,
  counted: ReadonlyMap<string, Effects>,
): readonly StepImpact[] {
  return [...stepPairs(before, after)].flatMap(([_id, { was, is }]): StepImpact[] => {
    const tally = counted.get(_id);
    if (!tally) return [];
    const isKept = isSame(was, is);
    const { open, appears, disappears, reopens, completes } = tally;
    const isMoved = [appears, disappears, reopens, completes].some(({ count }) => count > 0);
    if (isKept && !isMoved) return [];
    return [
      {
        _id,
        title: (is ?? was)?.title ?? '',
        change: was ? (is ? (isKept ? 'kept' : 'changed') : 'removed') : 'added',
        open: open.count,
        openIds: open.ids,
        appears: appears.count,
        appearsIds: appears.ids,
        disappears: disappears.count,
        disappearsIds: disappears.ids,
        reopens: reopens.count,
        reopensIds: reopens.ids,
        completes: completes.count,
        completesIds: completes.ids,
      },
    ];
  });
}

interface Named {
  readonly name: string;
  readonly label: string;
}

const allFieldsOf = (config: ProcessConfig): readonly Named[] => [
  ...formsOf(config).flatMap(({ fields }) => fields),
  ...config.fields,
];

/** The first field of each of these names. */
const fieldsNamed = (config: ProcessConfig, isMeant: (name: string) => boolean): readonly Named[] => {
  const labels = new Map(
    allFieldsOf(config)
      .toReversed()
      .map(({ name, label }) => [name, label]),
  );
  return [...fieldNamesOf(config)].filter(isMeant).map((name) => ({ name, label: labels.get(name) ?? name }));
};

function fieldsGone(before: ProcessConfig, after: ProcessConfig): readonly Named[] {
  const standing = fieldNamesOf(after);
  return fieldsNamed(before, (name) => !standing.has(name));
}

function fieldsNew(before: ProcessConfig, after: ProcessConfig): readonly Named[] {
  const standing = fieldNamesOf(before);
  return fieldsNamed(after, (name) => !standing.has(name) && !FACT_FIELDS.includes(name));
}

function fieldsNewlyRequired(before: ProcessConfig, after: ProcessConfig): readonly Named[] {
  const requiredIn = (config: ProcessConfig) =>
    new Set(formsOf(config).flatMap(({ fields }) => fields.flatMap(({ name, required }) => (required ? name : []))));
  const [was, is] = [requiredIn(before), requiredIn(after)];
  return fieldsNamed(after, (name) => is.has(name) && !was.has(name));
}

const optionsIn = (name: string, config: ProcessConfig): readonly string[] | null => {
  const definitions = definitionsOf(name, config);
  const isChoice = definitions.length > 0 && definitions.every(({ dataType }) => dataType === 'select');
  return isChoice ? [...new Set(definitions.flatMap(({ options }) => options ?? []))] : null;
};

/**
 * The new option at the place of each gone one. Of lists of the same length the index is the place, if each gone option
 * has a new one at its own; else the kept options before and after it are. If as many are new between them as are gone,
 * they follow each other, else the words tell which belong together.
 */
function replacements(was: readonly string[], is: readonly string[]): ReadonlyMap<string, string> {
  const [old, standing] = [new Set(was), new Set(is)];
  const gone = was.flatMap((option, index) => (standing.has(option) ? [] : [{ option, is: is[index] }]));
  if (was.length === is.length && gone.every((one) => one.is !== undefined && !old.has(one.is))) {
    return new Map(gone.map((one) => [one.option, one.is ?? '']));
  }
  const fresh = is.filter((option) => !old.has(option));
  /** How many new options are before each one, and before the end. */
  const before = new Map<string | undefined, number>();
  let count = 0;
  for (const option of [...is, undefined]) {
    before.set(option, count);
    if (option !== undefined && !old.has(option)) count += 1;
  }
  const found: (readonly [string, string])[] = [];
  let start = 0;
  let missing: string[] = [];
  for (const option of [...was, undefined]) {
    const end = before.get(option);
    if (end === undefined) {
      if (option !== undefined) missing.push(option);
      continue;
    }
    const added = fresh.slice(start, end);
    if (added.length === missing.length) found.push(...missing.map((one, n) => [one, added[n] ?? ''] as const));
    else found.push(...sharingWords(missing, added));
    [start, missing] = [end, []];
  }
  // Kept options in another order can make two places overlap.
  const uses = Map.groupBy(found, ([, one]) => one);
  return new Map(found.filter(([, one]) => uses.get(one)?.length === 1));
}

const wordsIn = (option: string): ReadonlySet<string> => new Set(option.toLowerCase().match(/[\p{L}\p{N}+#.]+/gu));

/** Of each gone option the only new one that has all its words or only words of it: "Data" and "Data science". */
function sharingWords(gone: readonly string[], added: readonly string[]): readonly (readonly [string, string])[] {
  const candidates = added.map((option) => ({ option, words: wordsIn(option) }));
  return gone.flatMap((option) => {
    const own = wordsIn(option);
    const alike = candidates.filter(
      ({ words }) => Math.min(own.size, words.size) > 0 && (own.isSubsetOf(words) || words.isSubsetOf(own)),
    );
    const [only] = alike;
    return only && alike.length === 1 ? [[option, only.option] as const] : [];
  });
}

/** Options that are gone; `renamedTo` is the new one at the same place. */
export function optionsGone(before: ProcessConfig, after: ProcessConfig) {
  return fieldsNamed(after, () => true).flatMap(({ name, label }) => {
    const [was, is] = [optionsIn(name, before), optionsIn(name, after)];
    if (!was || !is) return [];
    const renamed = replacements(was, is);
    return was
      .filter((option) => !is.includes(option))
      .map((option) => ({ name, label, option, renamedTo: renamed.get(option) ?? null }));
  });
}

const askedIn = (config: ProcessConfig): ReadonlySet<string> =>
  new Set(formsOf(config).flatMap(({ fields }) => fields.map(({ name }) => name)));

/** Without questions that remain only as columns: applicants no longer answer them. */
function typesChanged(before: ProcessConfig, after: ProcessConfig) {
  const [wasAsked, isAsked] = [askedIn(before), askedIn(after)];
  return fieldsNamed(after, (name) => isAsked.has(name) || !wasAsked.has(name)).flatMap(({ name, label }) => {
    const [was, is] = [definitionsOf(name, before)[0]?.dataType, definitionsOf(name, after)[0]?.dataType];
    return was && is && was !== is ? [{ name, label, from: was, to: is }] : [];
  });
}

function idsGone(before: ProcessConfig, after: ProcessConfig, member: 'availablePaymentModels' | 'assessmentIds') {
  const idsIn = ({ applicationDetailsSteps }: ProcessConfig) =>
    new Set(applicationDetailsSteps.flatMap((step) => step[member] ?? []));
  return [...idsIn(before).difference(idsIn(after))].map((_id) => ({ _id }));
}
