import { servedDomain } from '../../domain/organization/domain-proof.ts';
import type { OrganizationState } from '../../domain/organization/organization.ts';
import { ORGANIZATION_REGISTRY } from '../../domain/registry/registry.ts';
import type { NamesOf } from '../registry/names.ts';

/** A domain counts once it is proven. */
export const ORGANIZATION_NAMES: NamesOf<OrganizationState> = {
  registryId: ORGANIZATION_REGISTRY,
  names: (state) =>
    state.exists
      ? { slug: state.details.slug, subdomain: state.details.subdomain, fullDomain: servedDomain(state) }
      : {},
};
