import type { OrganizationDocument } from '../../projections/organizations.ts';
import { OperationRefused } from '../runtime/operation-refused.ts';

/** By its slug or id. */
export function namedOrganization(documents: readonly OrganizationDocument[], name: string): OrganizationDocument {
  const found = documents.find(({ _id, slug }) => name === _id || name === slug);
  if (!found) throw new OperationRefused(`No organization has the slug "${name}".`);
  return found;
}
