import { isEmptyValue } from '../application/field-value.ts';
import type { Facts } from './conditions.ts';
import type { ProcessConfig } from './config.ts';
import { fieldNamesOf, formsOf } from './fields.ts';
import { stepsOf } from './steps.ts';

export interface StepImpact {
  readonly _id: string;
  readonly title: string;
  readonly change: 'added' | 'removed' | 'kept';
  readonly appears: number;
  readonly disappears: number;
  readonly reopens: number;
  readonly completes: number;
}

export interface FieldImpact {
  readonly name: string;
  readonly label: string;
  readonly applications: number;
}

export interface Impact {
  readonly applications: number;
  /** Their values are kept and shown to staff. */
  readonly removedFields: readonly FieldImpact[];
  readonly requiredFields: readonly FieldImpact[];
  readonly steps: readonly StepImpact[];
}

type Counts = { -readonly [Count in 'appears' | 'disappears' | 'reopens' | 'completes']: number };

/** The caller adds the applications one by one, because a large process with many of them takes long. */
export function startImpact(before: ProcessConfig, after: ProcessConfig) {
  const removed = countOf(namesGone(before, after));
  const required = countOf(namesNewlyRequired(before, after));
  const steps = new Map<string, Counts>();
  for (const { _id } of [...before.applicationDetailsSteps, ...after.applicationDetailsSteps]) {
    steps.set(_id, { appears: 0, disappears: 0, reopens: 0, completes: 0 });
  }
  let count = 0;
  const add = (facts: Facts): void => {
    count += 1;
    const isAnswered = (name: string) => Object.hasOwn(facts.fields, name) && !isEmptyValue(facts.fields[name]);
    removed.add(isAnswered);
    required.add((name) => !isAnswered(name));
    const [was, is] = [statesOf(before, facts), statesOf(after, facts)];
    for (const [id, counts] of steps) addTo(counts, was.get(id) ?? NOT_THERE, is.get(id) ?? NOT_THERE);
  };
  const impact = (): Impact => ({
    applications: count,
    removedFields: removed.counted(before),
    requiredFields: required.counted(after),
    steps: stepImpacts(before, after, steps),
  });
  return { add, impact };
}

interface State {
  readonly isVisible: boolean;
  readonly isComplete: boolean;
}
const NOT_THERE: State = { isVisible: false, isComplete: false };

const statesOf = (config: ProcessConfig, facts: Facts): ReadonlyMap<string, State> =>
  new Map(stepsOf(config, facts).map((state) => [config.applicationDetailsSteps[state.index]?._id ?? '', state]));

function addTo(counts: Counts, was: State, is: State): void {
  if (is.isVisible && !was.isVisible) counts.appears += 1;
  if (was.isVisible && !is.isVisible) counts.disappears += 1;
  if (was.isComplete && is.isVisible && !is.isComplete) counts.reopens += 1;
  if (!was.isComplete && is.isComplete) counts.completes += 1;
}

function stepImpacts(before: ProcessConfig, after: ProcessConfig, counted: ReadonlyMap<string, Counts>): StepImpact[] {
  const [old, fresh] = [before, after].map(
    ({ applicationDetailsSteps }) => new Map(applicationDetailsSteps.map(({ _id, title }) => [_id, title])),
  ) as [Map<string, string>, Map<string, string>];
  return [...counted].flatMap(([_id, counts]): StepImpact[] => {
    const change = old.has(_id) ? (fresh.has(_id) ? 'kept' : 'removed') : 'added';
    const isTouched = change !== 'kept' || Object.values(counts).some((count) => count > 0);
    return isTouched ? [{ _id, title: fresh.get(_id) ?? old.get(_id) ?? '', change, ...counts }] : [];
  });
}

function countOf(names: readonly string[]) {
  const counts = new Map(names.map((name) => [name, 0]));
  return {
    add(concerns: (name: string) => boolean): void {
      for (const [name, count] of counts) if (concerns(name)) counts.set(name, count + 1);
    },
    counted(config: ProcessConfig): FieldImpact[] {
      const labels = labelsOf(config);
      return [...counts].map(([name, applications]) => ({ name, label: labels.get(name) ?? name, applications }));
    },
  };
}

const allFieldsOf = (config: ProcessConfig) => [...formsOf(config).flatMap(({ fields }) => fields), ...config.fields];
const labelsOf = (config: ProcessConfig): ReadonlyMap<string, string> =>
  new Map(
    allFieldsOf(config)
      .toReversed()
      .map(({ name, label }) => [name, label]),
  );

function namesGone(before: ProcessConfig, after: ProcessConfig): readonly string[] {
  const standing = fieldNamesOf(after);
  return [...fieldNamesOf(before)].filter((name) => !standing.has(name));
}

function namesNewlyRequired(before: ProcessConfig, after: ProcessConfig): readonly string[] {
  const requiredIn = (config: ProcessConfig) =>
    new Set(formsOf(config).flatMap(({ fields }) => fields.flatMap(({ name, required }) => (required ? name : []))));
  const was = requiredIn(before);
  return [...requiredIn(after)].filter((name) => !was.has(name));
}
