import type { QueryKey } from '@tanstack/react-query';
import { keyOf } from './calls.ts';

/** Who is signed in. */
export const USER_KEY = keyOf('/api/user');
/** The organization that the visit is about. */
export const ORGANIZATION_KEY = keyOf('/api/organizationForCurrentDomain');

/** A filter for every cached answer but those of these calls. */
export const allBut = (...keys: readonly QueryKey[]) => ({
  predicate: ({ queryKey }: { readonly queryKey: QueryKey }) => keys.every(([first]) => first !== queryKey[0]),
});
