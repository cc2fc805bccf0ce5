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
 * A failed look-up is treated as no organization. Only *Try again* repeats it: a part of the page that mounts would otherwise
 * return the page to loading in a loop.
 */
export const useOrganization = () => useQuery({ ...organizationQuery, retryOnMount: false });
