import { queryOptions } from '@tanstack/react-query';
import type { ProcessBlob } from '../../../../../api/contract/processes.ts';
import type { ProcessConfig } from '../../../../../domain/process/config.ts';
import { call, keyOf, queryOf } from '../../../shared/api/calls.ts';
import { ofMoment } from '../../../shared/as-of/use-past.ts';

export interface SavedProcess {
  readonly _id: string;
  readonly version: number;
  readonly config: ProcessConfig;
}

export const savedProcess = ({ _id, version, json }: ProcessBlob): SavedProcess => ({
  _id,
  version,
  config: JSON.parse(json) as ProcessConfig,
});

const savedProcesses = (blobs: readonly ProcessBlob[]): readonly SavedProcess[] => blobs.map(savedProcess);

/** With their versions; a single process is read without one. */
export const processBlobsQuery = (organizationId: string, asOf: string | null = null) =>
  queryOf('/api/processConfigBlobs', { query: { organizationId, ...ofMoment(asOf) } });

export const processesQuery = (organizationId: string, asOf: string | null = null) =>
  queryOptions({ ...processBlobsQuery(organizationId, asOf), select: savedProcesses });

export const batchesQuery = (organizationId: string, asOf: string | null = null) =>
  queryOptions({ ...queryOf('/api/batches', { query: { organizationId, ...ofMoment(asOf) } }), staleTime: 60_000 });

export const assessmentsQuery = (organizationId: string, asOf: string | null = null) =>
  queryOptions({ ...queryOf('/api/assessments', { query: { organizationId, ...ofMoment(asOf) } }), staleTime: 60_000 });

export const paymentModelsQuery = (organizationId: string, asOf: string | null = null) =>
  queryOptions({
    ...queryOf('/api/paymentModels', { query: { organizationId, ...ofMoment(asOf) } }),
    staleTime: 60_000,
  });

/** At most `LIMITS.ids` applications, as the impact of a change names them. */
export const applicantsQuery = (organizationId: string, ids: readonly string[]) =>
  queryOptions({
    ...queryOf('/api/applications', { query: { organizationId, ids: ids.join() } }),
    enabled: ids.length > 0,
    staleTime: 60_000,
  });

export const solutionsQuery = (applicationId: string) => queryOf('/api/solutions', { query: { appId: applicationId } });

export const processVersionQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: keyOf('/api/processConfigBlobs/{id}', { params: { id }, query: { version: String(version) } }),
    queryFn: async ({ signal }) =>
      JSON.parse(
        await call('GET /api/processConfigBlobs/{id}', { params: { id }, query: { version: String(version) }, signal }),
      ) as ProcessConfig,
    staleTime: Number.POSITIVE_INFINITY,
  });
