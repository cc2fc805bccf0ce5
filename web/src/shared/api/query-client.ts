import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isTransient, RequestFailed } from './api-client.ts';
import { allBut, ORGANIZATION_KEY, USER_KEY } from './keys.ts';

/** A 401 matters only while a person counts as signed in. */
const endsSession = (error: unknown): boolean =>
  error instanceof RequestFailed && error.status === 401 && Boolean(queryClient.getQueryData(USER_KEY));

/** The cache of all server state. A 401 means that the session has ended, so the user is refetched. */
export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: (failures, error) => failures < 2 && isTransient(error) },
    // Offline, a mutation fails with an error instead of pausing; those that may wait opt in.
    mutations: { networkMode: 'always' },
  },
  queryCache: new QueryCache({
    onError: (error) => {
      if (endsSession(error)) void queryClient.invalidateQueries({ queryKey: USER_KEY });
    },
  }),
  mutationCache: new MutationCache({
    onError: (error) => {
      // The rest of the page is refetched too, and shows that the session has ended.
      if (endsSession(error)) void queryClient.invalidateQueries(allBut(ORGANIZATION_KEY));
    },
  }),
});
