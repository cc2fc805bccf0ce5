import type { Facts, OnError } from '../conditions.ts';
import { isStepVisible } from '../steps.ts';
import type { Form, FormField, ProcessConfig } from './config.ts';

export const isAdminOnlyField = (name: string, config: Pick<ProcessConfig, 'fields'>): boolean =>
  config.fields.some((field) => field.name === name && field.isAdminOnly);

/** The process with what another state of it keeps to admins kept to them, too: neither past nor present gives a field away. */
export const alsoHiding = (config: ProcessConfig, other: Pick<ProcessConfig, 'fields'>): ProcessConfig => ({
  ...config,
  fields: [...config.fields, ...other.fields.filter(({ isAdminOnly }) => isAdminOnly)],
});

/** Every form of the process; of the steps' only those that are visible by the facts, where these are given. */
export function formsOf(config: ProcessConfig, facts?: Facts, onError?: OnError): readonly Form[] {
  const steps = config.applicationDetailsSteps.filter((step) => !facts || isStepVisible(step, facts, onError));
  return [config.applicationForm, ...steps.flatMap(({ configuration }) => configuration ?? [])];
}

/**
 * All that a name may mean (D20: one name is one value): what forms say of it; of a staff field what the dashboard does. A
 * column of the dashboard that repeats a form's field only shows it, and a staff field has no options to choose among.
 */
export function definitionsOf(name: string, config: ProcessConfig): readonly FormField[] {
  const inForms = formsOf(config).flatMap(({ fields }) => fields.filter((field) => field.name === name));
  if (inForms.length > 0) return inForms;
  const inDashboard = config.fields.filter((field) => field.name === name);
  return inDashboard.map(({ label, dataType }) => ({
    name,
    label,
    dataType: dataType === 'select' ? 'text' : dataType,
    required: false,
  }));
}

/** Every name that the process knows. */
export const fieldNamesOf = (config: ProcessConfig): ReadonlySet<string> =>
  new Set([...formsOf(config).flatMap(({ fields }) => fields), ...config.fields].map(({ name }) => name));

/** The names that an applicant may fill now: those of forms that they see, less the admin-only ones. */
export function applicantFieldNames(config: ProcessConfig, facts: Facts): ReadonlySet<string> {
  const names = formsOf(config, facts).flatMap(({ fields }) => fields.map(({ name }) => name));
  return new Set(names.filter((name) => !isAdminOnlyField(name, config)));
}
