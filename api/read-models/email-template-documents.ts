import { builtInTemplateId, readBuiltInTemplateId } from '../../domain/email-template/built-in-id.ts';
import { BUILT_IN_TEMPLATE_KEYS, type BuiltInTemplateKey } from '../../domain/email-template/built-in-templates.ts';
import { builtInDetails } from '../../domain/email-template/email-template.ts';
import type { EmailTemplateDocument } from '../../projections/email-templates.ts';
import type { OrganizationDocument } from '../../projections/organizations.ts';
import type { PastReadModel } from './read-models.ts';

/** Every organization has the portal's built-in templates; the read model has only the changed ones. */
export function withBuiltInTemplates(
  stored: PastReadModel<EmailTemplateDocument>,
  organizations: Pick<PastReadModel<OrganizationDocument>, 'get' | 'asOf'>,
): PastReadModel<EmailTemplateDocument> {
  async function unchanged(id: string, at?: bigint | number): Promise<EmailTemplateDocument | undefined> {
    const own = readBuiltInTemplateId(id);
    if (!own || (typeof at === 'number' && at !== 0)) return undefined;
    const { organizationId, key } = own;
    const isThere = await (typeof at === 'bigint'
      ? organizations.asOf(organizationId, at)
      : organizations.get(organizationId));
    return isThere && builtInDocument(organizationId, key);
  }
  return {
    ...stored,
    get: async (id) => (await stored.get(id)) ?? (await unchanged(id)),
    asOf: async (id, at) => (await stored.asOf(id, at)) ?? (await unchanged(id, at)),
  };
}

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
const builtInDocument = (organizationId: string, key: BuiltInTemplateKey): EmailTemplateDocument => ({
  ...builtInDetails(key),
  _id: builtInTemplateId(organizationId, key),
  version: 0,
  organizationId,
  createdAt: '',
  isDeleted: false,
});
