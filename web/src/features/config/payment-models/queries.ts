import { queryOf } from '../../../shared/api/calls.ts';

/** The organization's payment models by name. */
export const paymentModelsQuery = (organizationId: string) =>
  queryOf('/api/paymentModels', { query: { organizationId } });

export const paymentModelQuery = (id: string) => queryOf('/api/paymentModels/{id}', { params: { id } });

export const paymentModelVersionQuery = (id: string, version: number) =>
  queryOf('/api/paymentModels/{id}', { params: { id }, query: { version: String(version) } });
