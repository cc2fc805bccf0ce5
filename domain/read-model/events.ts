import { z } from 'zod';
import { defineEvent, type EventOf } from '../event-sourcing/event.ts';

/** A read model leaves an event out, also in every later rebuild. `position` is decimal text. */
export const EventSkipped = defineEvent({
  type: 'EventSkipped',
  audience: null,
  data: z.object({
    projection: z.string(),
    eventId: z.string(),
    eventType: z.string(),
    position: z.string(),
    reason: z.string(),
    /** Of the event that is left out; null for one of the service. */
    organizationId: z.string().nullable().optional(),
  }),
});
/** A dynamic read model is built anew. */
export const ReadModelRetried = defineEvent({
  type: 'ReadModelRetried',
  audience: null,
  data: z.object({ projection: z.string() }),
});

export const READ_MODEL_EVENTS = [EventSkipped, ReadModelRetried] as const;
export type ReadModelEvent = EventOf<(typeof READ_MODEL_EVENTS)[number]>;
