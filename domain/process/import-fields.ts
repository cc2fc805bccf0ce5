import { CORE_ANSWERS } from '../application/core-fields.ts';
import type { FormField, ProcessConfig } from './config.ts';
import { definitionsOf, fieldNamesOf } from './fields.ts';

/**
 * The fields that an import can fill: the application form with its required fields, then, all optional, the other core
 * answers, the fields of the steps and the staff fields. A file cannot be imported, so it is not required either.
 */
export function importFields(config: ProcessConfig): readonly FormField[] {
  const form = config.applicationForm.fields;
  const named = new Set(form.map(({ name }) => name));
  const core = Object.entries(CORE_ANSWERS).map(([name, { label, dataType }]) => ({ name, label, dataType }));
  const others = [...core, ...[...fieldNamesOf(config)].flatMap((name) => definitionsOf(name, config)[0] ?? [])];
  const added = [...new Map(others.map((field) => [field.name, { ...field, required: false }])).values()];
  return [...form, ...added.filter(({ name }) => !named.has(name))].filter(({ dataType }) => dataType !== 'file');
}
