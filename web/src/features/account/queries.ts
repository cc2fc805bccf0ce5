import { queryOf } from '../../shared/api/calls.ts';

/** Schools that invite the person. */
export const invitesQuery = queryOf('/api/me/invites');

/** Where the person is signed in. */
export const sessionsQuery = queryOf('/api/sessions');
