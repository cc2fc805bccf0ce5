import { queryOptions } from '@tanstack/react-query';
import { queryOf } from '../../../shared/api/calls.ts';
import { ofMoment, useMayNow } from '../../../shared/as-of/use-past.ts';

export const assessmentsQuery = (organizationId: string, asOf: string | null) =>
  queryOf('/api/assessments', { query: { organizationId, ...ofMoment(asOf) } });

export const assessmentQuery = (id: string) => queryOf('/api/assessments/{id}', { params: { id } });

export const assessmentVersionQuery = (id: string, version: number) =>
  queryOf('/api/assessments/{id}', { params: { id }, query: { version: String(version) } });

export const useCanWrite = (organizationId: string): boolean => useMayNow('assessment.write', organizationId);

/** Calls change no document, so no notice about them arrives. */
export const providerCallsQuery = (id: string) =>
  queryOptions({
    ...queryOf('/api/assessments/{id}/calls', { params: { id } }),
    refetchInterval: 10_000,
  });

export const takersQuery = (id: string) =>
  queryOptions({
    ...queryOf('/api/assessments/{id}/takers', { params: { id } }),
    refetchInterval: 30_000,
  });
