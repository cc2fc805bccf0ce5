import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import type { User } from '../../../../api/contract/accounts.ts';
import { isForbidden, isNotFound, isTransient, RequestFailed } from './api-client.ts';
import { allBut, ORGANIZATION_KEY, USER_KEY } from './keys.ts';

/** A 401 matters only while a person counts as signed in. */
const endsSession = (error: unknown): boolean =>
  error instanceof RequestFailed && error.status === 401 && Boolean(queryClient.getQueryData(USER_KEY));

/** Staff whose role was taken away are refused, or no longer find what they had open. */
const mayEndRole = (error: unknown): boolean =>
  (isForbidden(error) || isNotFound(error)) &&
  Boolean(queryClient.getQueryData<Pick<User, 'orgRoles'> | null>(USER_KEY)?.orgRoles.length);

/** The cache of all server state. The user is refetched once the session or a role may have ended, and pages follow. */
export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: (failures, error) => failures < 2 && isTransient(error) },
    // Offline, a mutation fails with an error instead of pausing; those that may wait opt in.
    mutations: { networkMode: 'always' },
  },
  queryCache: new QueryCache({
    onError: (error) => {
      if (endsSession(error) || mayEndRole(error)) void queryClient.invalidateQueries({ queryKey: USER_KEY });
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _before, { meta }) => {
      if (meta?.isSignIn) return;
      // The rest of the page is refetched too, and shows that the session has ended.
      if (endsSession(error)) void queryClient.invalidateQueries(allBut(ORGANIZATION_KEY));
      else if (mayEndRole(error)) void queryClient.invalidateQueries({ queryKey: USER_KEY });
    },
  }),
});
