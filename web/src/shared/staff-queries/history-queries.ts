import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, keyOf, queryOf } from '../api/calls.ts';

export const historyQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: keyOf('/api/applications/{id}/history', { params: { id } }),
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/applications/{id}/history', {
        params: { id },
        query: pageParam === null ? {} : { before: String(pageParam) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ([oldest]) => (oldest && oldest.number > 0 ? oldest.number : undefined),
    select: ({ pages }) => pages.toReversed().flat(),
  });

export const applicationAsOfQuery = (id: string, asOf: string) =>
  queryOptions({ ...queryOf('/api/applications/{id}', { params: { id }, query: { asOf } }), staleTime: 5 * 60_000 });
