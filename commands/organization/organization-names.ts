import type { OrganizationState } from '../../domain/organization/organization.ts';
import { ORGANIZATION_REGISTRY } from '../../domain/registry/registry.ts';
import type { NamesOf } from '../registry/names.ts';

/** The addresses of an organization, of which each may be only one's (D7). */
export const ORGANIZATION_NAMES: NamesOf<OrganizationState> = {
  registryId: ORGANIZATION_REGISTRY,
  names: ({ exists, details }) =>
    exists ? { slug: details.slug, subdomain: details.subdomain, fullDomain: details.fullDomain } : {},
};
