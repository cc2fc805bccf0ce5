import { builtInTemplateId } from '../../domain/email-template/built-in-id.ts';
import { BUILT_IN_TEMPLATE_KEYS, type BuiltInTemplateKey } from '../../domain/email-template/built-in-templates.ts';
import { builtInDetails } from '../../domain/email-template/email-template.ts';
import type { EmailTemplateDocument } from '../../projections/email-templates.ts';

/** Adds the built-in templates that the organization has not changed, in order of name. */
export function withUnchanged(
  documents: readonly EmailTemplateDocument[],
  organizationId: string,
): readonly EmailTemplateDocument[] {
  const changed = new Set(documents.map(({ _id }) => _id));
  const unchanged = BUILT_IN_TEMPLATE_KEYS.map((key) => builtInDocument(organizationId, key));
  return [...documents, ...unchanged.filter(({ _id }) => !changed.has(_id))].toSorted(
    (one, other) => one.name.localeCompare(other.name) || one.createdAt.localeCompare(other.createdAt),
  );
}

/** As its stream will have it at version 0, when it is first changed. */
export const builtInDocument = (organizationId: string, key: BuiltInTemplateKey): EmailTemplateDocument => ({
  ...builtInDetails(key),
  _id: builtInTemplateId(organizationId, key),
  version: 0,
  organizationId,
  createdAt: '',
  isDeleted: false,
});
