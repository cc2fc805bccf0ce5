import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { type Capability, can } from '../../../../domain/access/policy.ts';
import { useActor } from '../session/session.ts';
import { AS_OF } from './as-of-address.ts';
import { ShownMomentContext } from './shown-moment.ts';

/** The position that the page shows; null for now. */
export const usePosition = (): string | null => useContext(ShownMomentContext).asOf;

/** Whether the person may do it here: nothing can be changed in the past. */
export function useMayNow(capability: Capability, organizationId: string): boolean {
  const actor = useActor();
  return usePosition() === null && can(actor, capability, { organizationId });
}

/** For links to other pages of the same moment. */
export function usePastSearch(): string {
  const asOf = usePosition();
  return asOf === null ? '' : `?${AS_OF}=${asOf}`;
}

/** The part of a query that names a moment. */
export const ofMoment = (asOf: string | null): { readonly asOf?: string } => (asOf === null ? {} : { asOf });

// biome-ignore lint/suspicious/noExplicitAny: the key of any query
type Options<Data> = UseQueryOptions<Data, Error, Data, any>;

/**
 * A document of today, or as the list of the shown moment has it, which also lists those that are deleted today; null if
 * it did not exist then.
 */
export function useDocumentAt<Doc extends { readonly _id: string }>(
  id: string,
  today: Options<Doc>,
  listAt: (asOf: string) => Options<Doc[]>,
) {
  const asOf = usePosition();
  const now = useQuery({ ...today, enabled: asOf === null });
  const then = useQuery({ ...listAt(asOf ?? ''), enabled: asOf !== null, placeholderData: keepPreviousData });
  if (asOf === null) return now;
  const { data, error, refetch } = then;
  return { data: data && (data.find(({ _id }) => _id === id) ?? null), error, refetch };
}
