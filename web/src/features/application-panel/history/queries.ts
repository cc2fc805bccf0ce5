import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, keyOf, queryOf } from '../../../shared/api/calls.ts';

/** The steps of an application, oldest first: the newest, and as many pages before those as were asked for. */
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

/** The application as it stood at a moment: what is past does not change, except by erasure. */
export const applicationAsOfQuery = (id: string, asOf: string) =>
  queryOptions({ ...queryOf('/api/applications/{id}', { params: { id }, query: { asOf } }), staleTime: 5 * 60_000 });
