import { BUILT_IN_TEMPLATE_KEYS, type BuiltInTemplateKey } from './built-in-templates.ts';

/** Every organization has each built-in text; it is stored only once the organization changes it. */
export const builtInTemplateId = (organizationId: string, key: BuiltInTemplateKey): string =>
  `${organizationId}.${key}`;

export function readBuiltInTemplateId(
  id: string,
): { readonly organizationId: string; readonly key: BuiltInTemplateKey } | undefined {
  const dot = id.lastIndexOf('.');
  const key = BUILT_IN_TEMPLATE_KEYS.find((one) => one === id.slice(dot + 1));
  return dot > 0 && key ? { organizationId: id.slice(0, dot), key } : undefined;
}
