import { queryOptions } from '@tanstack/react-query';
import { queryOf } from '../../shared/api/calls.ts';

export const assessmentsQuery = (organizationId: string) =>
  queryOptions({ ...queryOf('/api/assessments', { query: { organizationId } }), staleTime: 60_000 });

export const solutionsQuery = (applicationId: string) => queryOf('/api/solutions', { query: { appId: applicationId } });
