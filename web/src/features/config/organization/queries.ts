import { queryOptions } from '@tanstack/react-query';
import { queryOf } from '../../../shared/api/calls.ts';
import { ofMoment } from '../../../shared/as-of/use-past.ts';

export const organizationConfigQuery = (id: string, asOf: string | null = null) =>
  queryOf('/api/organizations/{id}', { params: { id }, query: ofMoment(asOf) });

export const organizationVersionQuery = (id: string, version: number) =>
  queryOf('/api/organizations/{id}', { params: { id }, query: { version: String(version) } });

export type AddressField = 'slug' | 'subdomain' | 'fullDomain';

export const addressCheckQuery = (id: string, field: AddressField, name: string) =>
  queryOptions({
    ...queryOf('/api/organizations/{id}/addressCheck', { params: { id }, query: { field, name } }),
    staleTime: 10_000,
  });
