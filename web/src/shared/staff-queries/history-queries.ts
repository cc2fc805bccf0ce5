import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, keyOf, queryOf } from '../api/calls.ts';

/** The newest steps of an application and the earlier pages that were requested, oldest first. */
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

/** The answer changes only through an erasure. */
export const applicationAsOfQuery = (id: string, asOf: string) =>
  queryOptions({ ...queryOf('/api/applications/{id}', { params: { id }, query: { asOf } }), staleTime: 5 * 60_000 });
