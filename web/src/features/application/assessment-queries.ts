import { queryOptions } from '@tanstack/react-query';
import { queryOf } from '../../shared/api/calls.ts';

/** Those of an organization that this person may take, or as staff look at. */
export const assessmentsQuery = (organizationId: string) =>
  queryOptions({ ...queryOf('/api/assessments', { query: { organizationId } }), staleTime: 60_000 });

/** All attempts of an application, the oldest first; the page of an assessment shows the same. */
export const solutionsQuery = (applicationId: string) => queryOf('/api/solutions', { query: { appId: applicationId } });
