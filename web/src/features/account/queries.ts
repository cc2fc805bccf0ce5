import { queryOf } from '../../shared/api/calls.ts';

/** For members of a school. */
export const calendarFeedsQuery = queryOf('/api/calendar-feeds');

/** For members of a school. */
export const dailyDigestQuery = queryOf('/api/daily-digest');

export const invitesQuery = queryOf('/api/me/invites');

export const sessionsQuery = queryOf('/api/sessions');
