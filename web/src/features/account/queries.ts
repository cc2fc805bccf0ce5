import { queryOf } from '../../shared/api/calls.ts';

/** For members of a school. */
export const calendarFeedsQuery = queryOf('/api/calendar-feeds');

export const invitesQuery = queryOf('/api/me/invites');

export const sessionsQuery = queryOf('/api/sessions');
