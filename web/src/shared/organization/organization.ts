import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Organization } from '../../../../api/contract/organizations.ts';
import { call } from '../api/calls.ts';
import { ORGANIZATION_KEY } from '../api/keys.ts';
import { chooseOrganization, chosenOrganizationId } from './organization-choice.ts';

/** A choice that the server does not know is none. */
export function forgetUnlessHonoured(organization: Pick<Organization, '_id' | 'slug'> | null): void {
  const chosen = chosenOrganizationId();
  if (chosen && organization?._id !== chosen && organization?.slug !== chosen) chooseOrganization(null);
}

/** The organization that this visit is about; null when no school lives at this address. */
export const organizationQuery = queryOptions({
  queryKey: ORGANIZATION_KEY,
  queryFn: async () => {
    const organization = await call('GET /api/organizationForCurrentDomain');
    forgetUnlessHonoured(organization);
    return organization;
  },
  staleTime: 5 * 60_000,
});

/**
 * Spec §8: a failed look-up is treated as no organization. A page that shows the failure asks again by *Try again* only:
 * its own parts, mounting, would otherwise take it back to loading, for ever.
 */
export const useOrganization = () => useQuery({ ...organizationQuery, retryOnMount: false });
