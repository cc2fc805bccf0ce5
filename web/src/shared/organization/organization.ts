import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Organization } from '../../../../api/contract/organizations.ts';
import { callerOf } from '../api/calls.ts';
import { ORGANIZATION_KEY } from '../api/keys.ts';
import { chosenOrganizationId, settleChoice } from '../api/organization-choice.ts';

/** Whether the answer is the visitor's choice; one that the server does not know is dropped. */
export function isHonoured(organization: Pick<Organization, '_id' | 'slug'> | null): boolean {
  const chosen = chosenOrganizationId();
  if (chosen === null) return true;
  const isKnown = organization?._id === chosen || organization?.slug === chosen;
  settleChoice(isKnown);
  return isKnown;
}

/** In a prerendered page: the id of the page's school, if the address alone selects another or none. */
export const ADOPTED_SCHOOL = ['adoptedSchool'];

export const organizationQuery = queryOptions({
  queryKey: ORGANIZATION_KEY,
  queryFn: async ({ client }) => {
    const current = () => callerOf(client)('GET /api/organizationForCurrentDomain');
    const organization = await current();
    return isHonoured(organization) ? organization : current();
  },
  staleTime: 5 * 60_000,
});

/** Only *Try again* repeats a failed request: a refetch on mount would put the page back into loading in a loop. */
export const useOrganization = () => useQuery({ ...organizationQuery, retryOnMount: false });
