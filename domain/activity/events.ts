import { z } from 'zod';
import { defineEvent, type EventOf } from '../event-sourcing/event.ts';
import { ACTIVITY_ACTIONS } from './actions.ts';

/** `timestamp` is the applicant's own clock, ISO-8601 UTC; the details may quote what the applicant typed. */
export const ActivityRecorded = defineEvent({
  type: 'ActivityRecorded',
  audience: { document: 'activity' },
  data: z.object({ action: z.enum(ACTIVITY_ACTIONS), timestamp: z.string() }),
  personal: z.object({ actionDetails: z.string().nullable() }),
});

export const ACTIVITY_EVENTS = [ActivityRecorded] as const;
export type ActivityEvent = EventOf<(typeof ACTIVITY_EVENTS)[number]>;
