import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api/calls.ts';

/** Those of an organization that this person may take, or as staff look at. */
export const assessmentsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['assessments', organizationId],
    queryFn: () => call('listAssessments', { query: { organizationId } }),
    staleTime: 60_000,
  });

/** All attempts of an application, the oldest first; as the page of an assessment keeps them, too. */
export const solutionsQuery = (applicationId: string) =>
  queryOptions({
    queryKey: ['solutions', applicationId],
    queryFn: () => call('listSolutions', { query: { appId: applicationId } }),
  });
