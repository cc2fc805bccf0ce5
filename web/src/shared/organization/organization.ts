import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Organization } from '../../../../api/contract/organizations.ts';
import { callerOf } from '../api/calls.ts';
import { ORGANIZATION_KEY } from '../api/keys.ts';
import { chooseOrganization, chosenOrganizationId } from '../api/organization-choice.ts';

export function forgetUnlessHonoured(organization: Pick<Organization, '_id' | 'slug'> | null): void {
  const chosen = chosenOrganizationId();
  if (chosen && organization?._id !== chosen && organization?.slug !== chosen) chooseOrganization(null);
}

/** In a prerendered page: the id of its school, if neither host nor visitor named one. */
export const ADOPTED_SCHOOL = ['adoptedSchool'];

export const organizationQuery = queryOptions({
  queryKey: ORGANIZATION_KEY,
  queryFn: async ({ client }) => {
    const organization = await callerOf(client)('GET /api/organizationForCurrentDomain');
    forgetUnlessHonoured(organization);
    return organization;
  },
  staleTime: 5 * 60_000,
});

/** Only *Try again* repeats a failed request: a refetch on mount would put the page back into loading in a loop. */
export const useOrganization = () => useQuery({ ...organizationQuery, retryOnMount: false });
