import { queryOf } from '../../../shared/api/calls.ts';

export const batchesQuery = (organizationId: string) => queryOf('/api/batches', { query: { organizationId } });

export const batchQuery = (id: string) => queryOf('/api/batches/{id}', { params: { id } });

export const batchVersionQuery = (id: string, version: number) =>
  queryOf('/api/batches/{id}', { params: { id }, query: { version: String(version) } });
