import type { ProcessConfig } from './config.ts';

export const isAdminOnlyField = (name: string, { fields }: Pick<ProcessConfig, 'fields'>): boolean =>
  adminOnlyOf(fields).has(name);

const ADMIN_ONLY = new WeakMap<ProcessConfig['fields'], ReadonlySet<string>>();
function adminOnlyOf(fields: ProcessConfig['fields']): ReadonlySet<string> {
  const known = ADMIN_ONLY.get(fields);
  if (known) return known;
  const names = new Set(fields.filter(({ isAdminOnly }) => isAdminOnly).map(({ name }) => name));
  ADMIN_ONLY.set(fields, names);
  return names;
}
