import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Bulk } from '../../../../../api/contract/bulk.ts';
import type { BodyOf } from '../../../../../api/contract/endpoint.ts';
import type { Endpoints } from '../../../../../api/contract/endpoints.ts';
import { queryOf } from '../../../shared/api/calls.ts';
import { isAtWork } from './at-work.ts';

export type WantedAction = BodyOf<Endpoints['startBulk']>['action'];

/** Fallback for clients without live updates. */
const LOOK_AGAIN_MS = 1000;

/** The last twenty, newest first, without rows. */
export const bulksQuery = queryOptions({
  ...queryOf('/api/applications/bulk'),
  refetchInterval: ({ state }) => (state.data?.some(isAtWork) ? LOOK_AGAIN_MS : false),
});

export const bulkQuery = (id: string) =>
  queryOptions({
    ...queryOf('/api/applications/bulk/{id}', { params: { id } }),
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data) ? LOOK_AGAIN_MS : false),
  });

export function noteBulk(client: QueryClient, bulk: Bulk): void {
  const { rows: _, ...summary } = bulk;
  client.setQueryData(bulkQuery(bulk._id).queryKey, bulk);
  client.setQueryData(bulksQuery.queryKey, (list) => {
    if (!list) return list;
    const isListed = list.some(({ _id }) => _id === bulk._id);
    return isListed ? list.map((one) => (one._id === bulk._id ? summary : one)) : [summary, ...list];
  });
}
