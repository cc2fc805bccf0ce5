import { queryOptions } from '@tanstack/react-query';
import { queryOf } from '../../shared/api/calls.ts';

/** The organization's assessments that this person may take, or read as staff. */
export const assessmentsQuery = (organizationId: string) =>
  queryOptions({ ...queryOf('/api/assessments', { query: { organizationId } }), staleTime: 60_000 });

/** All attempts of an application, oldest first. The assessment page uses the same key. */
export const solutionsQuery = (applicationId: string) => queryOf('/api/solutions', { query: { appId: applicationId } });
