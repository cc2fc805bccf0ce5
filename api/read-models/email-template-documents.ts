import { readBuiltInTemplateId } from '../../domain/email-template/built-in-id.ts';
import type { EmailTemplateDocument } from '../../projections/email-templates.ts';
import type { OrganizationDocument } from '../../projections/organizations.ts';
import { builtInDocument } from '../kinds/built-in-templates.ts';
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
