import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isTransient, RequestFailed } from './api-client.ts';
import { allBut, ORGANIZATION_KEY, USER_KEY } from './keys.ts';

/** Only where somebody is taken for signed in; else a refusal is no news, or who it is has just been asked. */
const tellsOfEnd = (error: unknown): boolean =>
  error instanceof RequestFailed && error.status === 401 && Boolean(queryClient.getQueryData(USER_KEY));

/** Server state lives here only. A 401 anywhere means that the session has ended: who is signed in is asked again. */
export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: (failures, error) => failures < 2 && isTransient(error) },
    // Offline, what a person asks for fails in words instead of waiting in silence; what may wait says so itself.
    mutations: { networkMode: 'always' },
  },
  queryCache: new QueryCache({
    onError: (error) => {
      if (tellsOfEnd(error)) void queryClient.invalidateQueries({ queryKey: USER_KEY });
    },
  }),
  mutationCache: new MutationCache({
    onError: (error) => {
      // The page around it, too: it says that the session has ended, where it asks what it shows once more.
      if (tellsOfEnd(error)) void queryClient.invalidateQueries(allBut(ORGANIZATION_KEY));
    },
  }),
});
