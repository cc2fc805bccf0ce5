import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/calls.ts';

/** Every step of an application, oldest first. */
export const historyQuery = (id: string) =>
  queryOptions({
    queryKey: ['applications', id, 'history'],
    queryFn: ({ signal }) => call('getApplicationHistory', { params: { id }, signal }),
  });

/** The application as it stood at a moment: what is past does not change, except by erasure. */
export const applicationAsOfQuery = (id: string, asOf: string) =>
  queryOptions({
    queryKey: ['applications', id, 'history', asOf],
    queryFn: ({ signal }) => call('getApplication', { params: { id }, query: { asOf }, signal }),
    staleTime: 5 * 60_000,
  });
