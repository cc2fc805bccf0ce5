import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/api/calls.ts';

/** The steps of an application, oldest first: the newest, and as many pages before those as were asked for. */
export const historyQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['applications', id, 'history'],
    queryFn: ({ pageParam, signal }) =>
      call('getApplicationHistory', {
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
  queryOptions({
    queryKey: ['applications', id, 'history', asOf],
    queryFn: ({ signal }) => call('getApplication', { params: { id }, query: { asOf }, signal }),
    staleTime: 5 * 60_000,
  });
