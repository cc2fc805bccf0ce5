import { queryOptions } from '@tanstack/react-query';
import { queryOf } from '../../../shared/api/calls.ts';

export const batchesQuery = (organizationId: string) => queryOf('/api/batches', { query: { organizationId } });

export const batchQuery = (id: string) => queryOf('/api/batches/{id}', { params: { id } });

export const batchVersionQuery = (id: string, version: number) =>
  queryOf('/api/batches/{id}', { params: { id }, query: { version: String(version) } });

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Processes by label and assessments by name, as a batch can choose them. */
export const processChoicesQuery = (organizationId: string) =>
  queryOptions({
    ...queryOf('/api/processConfigBlobs', { query: { organizationId } }),
    select: (processes): readonly Choice[] =>
      processes.map(({ _id, json }) => ({ value: _id, label: (JSON.parse(json) as { label: string }).label })),
  });

export const assessmentChoicesQuery = (organizationId: string) =>
  queryOptions({
    ...queryOf('/api/assessments', { query: { organizationId } }),
    select: (assessments): readonly Choice[] => assessments.map(({ _id, name }) => ({ value: _id, label: name })),
  });
