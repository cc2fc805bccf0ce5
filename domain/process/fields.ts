import { CORE_ANSWERS } from '../application/core-fields.ts';
import { isAdminOnlyField } from './admin-only-fields.ts';
import type { Facts, OnError } from './conditions.ts';
import type { DashboardField, Form, FormField, ProcessConfig } from './config.ts';
import { isStepVisible } from './steps.ts';

/** The process with the admin-only fields of another version also hidden: neither past nor present reveals a field. */
export const alsoHiding = (config: ProcessConfig, other: Pick<ProcessConfig, 'fields'>): ProcessConfig => ({
  ...config,
  fields: [...config.fields, ...other.fields.filter(({ isAdminOnly }) => isAdminOnly)],
});

/** Every form of the process; with facts, only forms of visible steps. */
export function formsOf(config: ProcessConfig, facts?: Facts, onError?: OnError): readonly Form[] {
  const steps = config.applicationDetailsSteps.filter((step) => !facts || isStepVisible(step, facts, onError));
  return [config.applicationForm, ...steps.flatMap(({ configuration }) => configuration ?? [])];
}

/** For a staff field, its column. A column that repeats a form's field only shows it. */
export const definitionsOf = (name: string, config: ProcessConfig): readonly FormField[] =>
  allDefinitionsOf(config).get(name) ?? [];

/** Cached per config, because it is asked for every member of an application. */
const DEFINITIONS = new WeakMap<ProcessConfig, ReadonlyMap<string, readonly FormField[]>>();
function allDefinitionsOf(config: ProcessConfig): ReadonlyMap<string, readonly FormField[]> {
  const known = DEFINITIONS.get(config);
  if (known) return known;
  const inForms = formsOf(config).flatMap(({ fields }) => fields);
  const definitions = new Map<string, readonly FormField[]>([
    ...Map.groupBy(config.fields.map(asFormField), ({ name }) => name),
    ...Map.groupBy(inForms, ({ name }) => name),
  ]);
  DEFINITIONS.set(config, definitions);
  return definitions;
}

const asFormField = ({ name, label, dataType }: DashboardField): FormField => ({
  name,
  label,
  dataType: dataType === 'select' ? 'text' : dataType,
  required: false,
});

export const fieldNamesOf = (config: ProcessConfig): ReadonlySet<string> =>
  new Set([...formsOf(config).flatMap(({ fields }) => fields), ...config.fields].map(({ name }) => name));

/** The names that an applicant may fill now: those of visible forms without admin-only ones. */
export function applicantFieldNames(config: ProcessConfig, facts: Facts): ReadonlySet<string> {
  const names = formsOf(config, facts).flatMap(({ fields }) => fields.map(({ name }) => name));
  return new Set(names.filter((name) => !isAdminOnlyField(name, config)));
}

/** Reports group only by fields that are choices wherever they are asked, unless one is marked as personal. */
export const isPersonalField = (name: string, config: ProcessConfig): boolean => {
  const definitions = definitionsOf(name, config);
  const isChoice = definitions.length > 0 && definitions.every(({ dataType }) => dataType === 'select');
  return !isChoice || Object.hasOwn(CORE_ANSWERS, name) || definitions.some(({ isPersonal }) => isPersonal);
};
