import type { QueryKey } from '@tanstack/react-query';
import { keyOf } from './calls.ts';

export const USER_KEY = keyOf('/api/user');
export const ORGANIZATION_KEY = keyOf('/api/organizationForCurrentDomain');

export const allBut = (...keys: readonly QueryKey[]) => ({
  predicate: ({ queryKey }: { readonly queryKey: QueryKey }) => keys.every(([first]) => first !== queryKey[0]),
});
