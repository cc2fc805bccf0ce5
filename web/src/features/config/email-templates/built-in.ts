import { readBuiltInTemplateId } from '../../../../../domain/email-template/built-in-id.ts';
import { BUILT_IN_TEMPLATES, type BuiltInTemplate } from '../../../../../domain/email-template/built-in-templates.ts';

/** Of a template that the portal sends automatically. */
export function builtInOf(templateId: string): BuiltInTemplate | null {
  const key = readBuiltInTemplateId(templateId)?.key;
  return key ? BUILT_IN_TEMPLATES[key] : null;
}
