import { queryOf } from '../../../shared/api/calls.ts';
import { ofMoment } from '../../../shared/as-of/use-past.ts';

export const batchesQuery = (organizationId: string, asOf: string | null) =>
  queryOf('/api/batches', { query: { organizationId, ...ofMoment(asOf) } });

export const batchQuery = (id: string) => queryOf('/api/batches/{id}', { params: { id } });

export const batchVersionQuery = (id: string, version: number) =>
  queryOf('/api/batches/{id}', { params: { id }, query: { version: String(version) } });
