import { z } from 'zod';
import { LIMITS } from '../../domain/limits/limits.ts';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import { ID_LIMIT } from '../../domain/text/text-limits.ts';
import { endpoint, RENDERING_MS } from './endpoint.ts';
import { idParams, inOrganization, instant, messageSchema } from './values.ts';

const calendarFeedSchema = z.object({
  organizationId: z.string(),
  organizationName: z.string(),
  /** Null without a valid address. */
  feed: z.object({ _id: z.string(), createdAt: instant }).nullable(),
});

export const listCalendarFeeds = endpoint({
  method: 'GET',
  path: '/api/calendar-feeds',
  capability: 'account.manageOwn',
  summary:
    'The schools whose interviews the account may follow in a calendar app, by name, each with the address that it has now, without its key.',
  response: z.array(calendarFeedSchema),
});
export const issueCalendarFeed = endpoint({
  method: 'POST',
  path: '/api/calendar-feeds',
  capability: 'calendar.read',
  confirmation: 'always',
  summary:
    "The account's own address of the school's interviews as a calendar. Only this answer has it. The previous one is refused from then on.",
  body: z.object(inOrganization),
  response: calendarFeedSchema.extend({ address: z.string().nullable() }),
});
export const revokeCalendarFeed = endpoint({
  method: 'DELETE',
  path: '/api/calendar-feeds/{id}',
  capability: 'account.manageOwn',
  summary: 'Revokes the address of a calendar: it is refused from its next use on.',
  params: idParams,
  response: messageSchema,
});
export const readCalendar = endpoint({
  method: 'GET',
  path: '/api/calendar/{key}/interviews.ics',
  secretParam: 'key',
  capability: 'calendar.open',
  costMs: RENDERING_MS,
  summary: `The interviews of a school as an iCalendar file (RFC 5545), for a calendar app with the address of a member; no session is needed. The ${LIMITS.calendarEntries.toLocaleString('en')} latest, from the last ${LIMITS.calendarPastDays} days on; cancelled ones for ${LIMITS.calendarCancelledDays} days. \`ETag\` and \`If-None-Match\` avoid sending an unchanged answer. At most ${QUOTAS.calendar.readsPerMinute} times a minute.`,
  params: z.object({ key: z.string().min(1).max(ID_LIMIT) }),
  response: z.string(),
  mediaTypes: ['text/calendar'],
});
