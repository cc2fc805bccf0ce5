import type { FormField, ProcessConfig } from '../process/config.ts';
import { definitionsOf } from '../process/fields.ts';
import { change, type Edit, insert, rename } from './edits.ts';
import { freeName } from './names.ts';
import { listAt, type Path, valueAt, withValue } from './tree.ts';

/** Edits of a risky change that spare applicants in progress. `saved` is the config that they have now. */

const STEPS: Path = ['applicationDetailsSteps'];

const formPlaces = ({ applicationDetailsSteps }: ProcessConfig): readonly Path[] => [
  ['applicationForm'],
  ...applicationDetailsSteps.map((_, index) => [...STEPS, index, 'configuration']),
];

/** Where forms ask for this name. */
const placesOf = (config: ProcessConfig, name: string): readonly Path[] =>
  formPlaces(config).flatMap((form) =>
    listAt(config, [...form, 'fields']).flatMap((field, index) =>
      (field as FormField).name === name ? [[...form, 'fields', index]] : [],
    ),
  );

const editOf = (config: ProcessConfig, changed: ProcessConfig, name: string, place: Path): Edit => ({
  config: changed,
  name: changed === config ? 'nothing' : name,
  from: place,
  to: place,
});

/** Its answers stay editable for staff instead of being history only. */
export function keepAsColumn(config: ProcessConfig, saved: ProcessConfig, name: string, label: string): Edit {
  const dataType = definitionsOf(name, saved)[0]?.dataType ?? 'text';
  return insert(config, ['fields'], config.fields.length, { name, label, dataType, isAdminOnly: true });
}

export function makeOptional(config: ProcessConfig, name: string): Edit {
  const places = placesOf(config, name);
  const changed = places.reduce((made, place) => change(made, place, 'required', false).config, config);
  return editOf(config, changed, 'make it optional', places[0] ?? []);
}

/** Another name, so that answers under the former one do not appear. `taken` are names that hold answers. */
export function renameApart(config: ProcessConfig, name: string, taken: Iterable<string>): Edit {
  const column = config.fields.findIndex((field) => field.name === name);
  const place = placesOf(config, name)[0] ?? (column < 0 ? undefined : ['fields', column]);
  if (!place) return editOf(config, config, '', []);
  return { ...rename(config, place, freeName(name, [...taken, name])), key: undefined };
}

/** The option returns to its place; a new one at that place stays below it. */
export function keepOption(config: ProcessConfig, saved: ProcessConfig, name: string, option: string): Edit {
  const at = definitionsOf(name, saved)
    .map(({ options }) => options?.indexOf(option) ?? -1)
    .find((index) => index >= 0);
  const places = placesOf(config, name);
  const changed = places.reduce((made, place) => {
    const options = listAt(made, [...place, 'options']);
    return options.includes(option)
      ? made
      : withValue(made, [...place, 'options'], options.toSpliced(at ?? options.length, 0, option));
  }, config);
  return editOf(config, changed, `keep the option ${option}`, places[0] ?? []);
}

export function keepType(config: ProcessConfig, saved: ProcessConfig, name: string): Edit {
  const was = definitionsOf(name, saved)[0];
  const column = config.fields.findIndex((field) => field.name === name);
  const forms = placesOf(config, name);
  const places = forms.length > 0 || column < 0 ? forms : [['fields', column]];
  const changed = places.reduce((made, place) => {
    const typed = change(made, place, 'dataType', was?.dataType).config;
    const options = was?.dataType === 'select' ? (valueAt(typed, [...place, 'options']) ?? was.options) : undefined;
    return change(typed, place, 'options', options).config;
  }, config);
  return editOf(config, changed, 'keep the former type', places[0] ?? []);
}

export type Offer = 'availablePaymentModels' | 'assessmentIds';

/** The steps that offered it and are left offer it again. Null if there is none. */
export function keepOffer(config: ProcessConfig, saved: ProcessConfig, member: Offer, id: string): Edit | null {
  const offered = new Set(
    saved.applicationDetailsSteps.flatMap((step) => (step[member]?.includes(id) ? [step._id] : [])),
  );
  const places = config.applicationDetailsSteps.flatMap(({ _id }, index) =>
    offered.has(_id) ? [[...STEPS, index]] : [],
  );
  if (places.length === 0) return null;
  const changed = places.reduce(
    (made, place) => change(made, place, member, [...listAt(made, [...place, member]), id]).config,
    config,
  );
  const what = member === 'assessmentIds' ? 'assessment' : 'payment plan';
  return editOf(config, changed, `keep offering the ${what}`, places[0] ?? []);
}

/** The removed step returns to its place. */
export function keepStep(config: ProcessConfig, saved: ProcessConfig, id: string): Edit | null {
  const at = saved.applicationDetailsSteps.findIndex(({ _id }) => _id === id);
  const step = saved.applicationDetailsSteps[at];
  if (!step || config.applicationDetailsSteps.some(({ _id }) => _id === id)) return null;
  const before = new Set(saved.applicationDetailsSteps.slice(0, at).map(({ _id }) => _id));
  const index = config.applicationDetailsSteps.findLastIndex(({ _id }) => before.has(_id)) + 1;
  return { ...insert(config, STEPS, index, step), name: `keep ${step.title}` };
}

export type Rule = 'visibilityCondition' | 'completionCondition';

/** Null if the step has its former condition. */
export function keepCondition(config: ProcessConfig, saved: ProcessConfig, id: string, rule: Rule): Edit | null {
  const was = saved.applicationDetailsSteps.find(({ _id }) => _id === id);
  const index = config.applicationDetailsSteps.findIndex(({ _id }) => _id === id);
  const is = config.applicationDetailsSteps[index];
  if (!was || !is || JSON.stringify(was[rule]) === JSON.stringify(is[rule])) return null;
  return { ...change(config, [...STEPS, index], rule, was[rule]), key: undefined };
}
