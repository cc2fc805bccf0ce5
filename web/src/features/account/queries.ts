import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api/calls.ts';

/** Schools that invite the person. */
export const invitesQuery = queryOptions({
  queryKey: ['invites', 'own'],
  queryFn: ({ signal }) => call('listOwnInvites', { signal }),
});

/** Where the person is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call('listSessions', { signal }),
});
