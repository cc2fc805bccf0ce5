import { z } from 'zod';
import { defineEvent, type EventOf } from '../event-sourcing/event.ts';

/** SHA-256 of the key, so that the log opens nothing. */
const hash = z.string();

export const CALENDAR_FEED_EVENTS = [
  /** A member gets an address under which a calendar program reads the interviews of the school. */
  defineEvent({
    type: 'CalendarFeedCreated',
    audience: null,
    data: z.object({ organizationId: z.string(), userId: z.string(), hash }),
  }),
  /** It has a new key, and the former one is refused. */
  defineEvent({ type: 'CalendarFeedRenewed', audience: null, data: z.object({ hash }) }),
  defineEvent({ type: 'CalendarFeedRevoked', audience: null, data: z.object({}) }),
] as const;
export type CalendarFeedEvent = EventOf<(typeof CALENDAR_FEED_EVENTS)[number]>;
