import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './calls.ts';
import { chooseOrganization, chosenOrganizationId } from './organization-choice.ts';

/** The organization that this visit is about; null when no school lives at this address (D7). */
export const organizationQuery = queryOptions({
  queryKey: ['organization'],
  queryFn: async () => {
    const organization = await call('organizationForCurrentDomain');
    const chosen = chosenOrganizationId();
    if (chosen && organization?._id !== chosen && organization?.slug !== chosen) chooseOrganization(null);
    return organization;
  },
  staleTime: 5 * 60_000,
});

/**
 * Spec §8: a failed look-up is treated as no organization. A page that shows the failure asks again by *Try again* only:
 * its own parts, mounting, would otherwise take it back to loading, for ever.
 */
export const useOrganization = () => useQuery({ ...organizationQuery, retryOnMount: false });
