import { QueryCache, QueryClient } from '@tanstack/react-query';
import { isTransient, RequestFailed } from './api-client.ts';

/** Server state lives here only. A 401 anywhere means that the session has ended: who is signed in is asked again. */
export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: (failures, error) => failures < 2 && isTransient(error) },
    // Offline, what a person asks for fails in words instead of waiting in silence; what may wait says so itself.
    mutations: { networkMode: 'always' },
  },
  queryCache: new QueryCache({
    onError: (error) => {
      if (error instanceof RequestFailed && error.status === 401) {
        void queryClient.invalidateQueries({ queryKey: ['user'] });
      }
    },
  }),
});
