import { queryOf } from '../../../shared/api/calls.ts';

/** The organization's payment models by name. */
export const paymentModelsQuery = (organizationId: string) =>
  queryOf('/api/paymentModels', { query: { organizationId } });

export const paymentModelQuery = (id: string) => queryOf('/api/paymentModels/{id}', { params: { id } });

/** The model as it was at a moment. */
export const paymentModelAsOfQuery = (id: string, asOf: string) =>
  queryOf('/api/paymentModels/{id}', { params: { id }, query: { asOf } });
