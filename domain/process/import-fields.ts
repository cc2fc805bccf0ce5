import { CORE_ANSWERS } from '../application/core-fields.ts';
import type { FormField, ProcessConfig } from './config.ts';
import { definitionsOf, fieldNamesOf } from './fields.ts';

export interface ImportField extends FormField {
  /** The application form requires it of applicants. */
  readonly isExpected: boolean;
}

/** Without these a list of applicants is of no use. */
const IDENTIFYING = ['email', 'firstName', 'lastName'];

/** Staff who add another person need only know who that is. */
export const fieldsForOther = <Field extends FormField>(fields: readonly Field[]): readonly Field[] =>
  fields.map((field) => ({ ...field, required: field.required === true && IDENTIFYING.includes(field.name) }));

/**
 * The fields that an import can fill: those of the application form, then the other core answers, the fields of the
 * steps and the staff fields. It requires only who the person is, because a school's earlier form asked other questions.
 * A file cannot be imported.
 */
export function importFields(config: ProcessConfig): readonly ImportField[] {
  const form = fieldsForOther(
    config.applicationForm.fields.map((field): ImportField => ({ ...field, isExpected: field.required === true })),
  );
  const named = new Set(form.map(({ name }) => name));
  const core = Object.entries(CORE_ANSWERS).map(([name, { label, dataType }]) => ({ name, label, dataType }));
  const others = [...core, ...[...fieldNamesOf(config)].flatMap((name) => definitionsOf(name, config)[0] ?? [])];
  const added = new Map(others.map((field) => [field.name, { ...field, required: false, isExpected: false }]));
  return [...form, ...[...added.values()].filter(({ name }) => !named.has(name))].filter(
    ({ dataType }) => dataType !== 'file',
  );
}
