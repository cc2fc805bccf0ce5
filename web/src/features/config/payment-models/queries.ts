import { queryOptions, useQuery } from '@tanstack/react-query';
import { queryOf } from '../../../shared/api/calls.ts';
import { ofMoment, usePosition } from '../../../shared/as-of/use-past.ts';
import { type Offer, offeringProcesses, offersOf } from './offers.ts';

export const paymentModelsQuery = (organizationId: string, asOf: string | null) =>
  queryOf('/api/paymentModels', { query: { organizationId, ...ofMoment(asOf) } });

export const paymentModelQuery = (id: string) => queryOf('/api/paymentModels/{id}', { params: { id } });

export const paymentModelVersionQuery = (id: string, version: number) =>
  queryOf('/api/paymentModels/{id}', { params: { id }, query: { version: String(version) } });

const processesQuery = (organizationId: string, asOf: string | null) =>
  queryOptions({
    ...queryOf('/api/processConfigBlobs', { query: { organizationId, ...ofMoment(asOf) } }),
    select: offeringProcesses,
    staleTime: 60_000,
  });
const batchesQuery = (organizationId: string, asOf: string | null) =>
  queryOptions({ ...queryOf('/api/batches', { query: { organizationId, ...ofMoment(asOf) } }), staleTime: 60_000 });

export interface Offers {
  readonly data: readonly Offer[] | undefined;
  readonly error: Error | null;
  readonly refetch: () => void;
}

export function useOffers(organizationId: string): (modelId: string) => Offers {
  const asOf = usePosition();
  const processes = useQuery(processesQuery(organizationId, asOf));
  const batches = useQuery(batchesQuery(organizationId, asOf));
  return (modelId) => ({
    data: processes.data && batches.data && offersOf(modelId, processes.data, batches.data),
    error: processes.error ?? batches.error,
    refetch: () => void Promise.all([processes.refetch(), batches.refetch()]),
  });
}
