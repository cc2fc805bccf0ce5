import { useQuery } from '@tanstack/react-query';
import { createContext, useMemo } from 'react';
import type { Organization } from '../../../../api/contract/organizations.ts';
import { can } from '../../../../domain/access/policy.ts';
import { queryOf } from '../api/calls.ts';
import { useActor } from '../session/session.ts';
import { batchesQuery, pastQueries } from '../staff-queries/list-queries.ts';
import { asOfQuery } from './as-of-query.ts';
import { useAsOf } from './use-as-of.ts';

/** What a page shows: a position of the log with its moment, or now. */
export interface ShownMoment {
  readonly asOf: string | null;
  /** ISO-8601; null for now, and until it is known. */
  readonly at: string | null;
  /** Whether the reader may open former states. */
  readonly readsHistory: boolean;
}

export const ShownMomentContext = createContext<ShownMoment>({ asOf: null, at: null, readsHistory: false });

export function useShownMoment(organizationId: string): ShownMoment {
  const asOf = useAsOf(organizationId);
  const readsHistory = can(useActor(), 'history.read', { organizationId });
  const { data } = useQuery({ ...asOfQuery(organizationId, asOf ?? ''), enabled: asOf !== null });
  const at = data?.at ?? null;
  return useMemo(() => ({ asOf, at, readsHistory }), [asOf, at, readsHistory]);
}

/** The organization with the settings of that position; those of today until they are known. */
export function useOrganizationAt<Given extends Organization | null | undefined>(
  organization: Given,
  asOf: string | null,
): Given | Organization {
  const id = organization?._id ?? '';
  const { data } = useQuery({
    ...queryOf('/api/organizations/{id}', { params: { id }, query: { asOf: asOf ?? '' } }),
    enabled: asOf !== null && id !== '',
    staleTime: 5 * 60_000,
  });
  return asOf === null ? organization : (data ?? organization);
}

export const useBatchesAt = (asOf: string | null) => useQuery(asOf === null ? batchesQuery : pastQueries(asOf).batches);
