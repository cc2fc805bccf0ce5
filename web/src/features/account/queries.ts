import { queryOf } from '../../shared/api/calls.ts';

export const invitesQuery = queryOf('/api/me/invites');

export const sessionsQuery = queryOf('/api/sessions');
