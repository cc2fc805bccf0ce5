import { queryOptions, useQuery } from '@tanstack/react-query';
import { queryOf } from '../../../shared/api/calls.ts';
import { type Offer, offeringProcesses, offersOf } from './offers.ts';

export const paymentModelsQuery = (organizationId: string) =>
  queryOf('/api/paymentModels', { query: { organizationId } });

export const paymentModelQuery = (id: string) => queryOf('/api/paymentModels/{id}', { params: { id } });

export const paymentModelVersionQuery = (id: string, version: number) =>
  queryOf('/api/paymentModels/{id}', { params: { id }, query: { version: String(version) } });

const processesQuery = (organizationId: string) =>
  queryOptions({
    ...queryOf('/api/processConfigBlobs', { query: { organizationId } }),
    select: offeringProcesses,
    staleTime: 60_000,
  });
const batchesQuery = (organizationId: string) =>
  queryOptions({ ...queryOf('/api/batches', { query: { organizationId } }), staleTime: 60_000 });

export interface Offers {
  readonly data: readonly Offer[] | undefined;
  readonly error: Error | null;
  readonly refetch: () => void;
}

export function useOffers(organizationId: string): (modelId: string) => Offers {
  const processes = useQuery(processesQuery(organizationId));
  const batches = useQuery(batchesQuery(organizationId));
  return (modelId) => ({
    data: processes.data && batches.data && offersOf(modelId, processes.data, batches.data),
    error: processes.error ?? batches.error,
    refetch: () => void Promise.all([processes.refetch(), batches.refetch()]),
  });
}
