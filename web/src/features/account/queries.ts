import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/calls.ts';

/** Where the person is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call('listSessions', { signal }),
});
