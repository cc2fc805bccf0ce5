import { infiniteQueryOptions } from '@tanstack/react-query';
import { call, keyOf } from '../../shared/api/calls.ts';
import { queryOfFilters, type SecurityFilters } from './address.ts';

export const securityLogQuery = (organizationId: string, filters: SecurityFilters) => {
  const query = { organizationId, ...queryOfFilters(filters) };
  return infiniteQueryOptions({
    queryKey: keyOf('/api/security-log', { query }),
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/security-log', {
        query: { ...query, ...(pageParam === null ? {} : { after: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // A page is in order by minutes only.
    select: ({ pages }) =>
      pages.flatMap(({ entries }) => entries).toSorted((one, other) => (one.firstAt < other.firstAt ? 1 : -1)),
  });
};
