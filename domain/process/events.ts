import { z } from 'zod';
import { defineEvent, type EventOf } from '../event-sourcing/event.ts';
import { PROCESS_CONFIG } from './config.ts';

export const ProcessCreated = defineEvent({
  type: 'ProcessCreated',
  audience: { document: 'process' },
  data: z.object({ organizationId: z.string(), config: PROCESS_CONFIG }),
});
/** The whole config: applications in flight follow the newest one. */
export const ProcessChanged = defineEvent({
  type: 'ProcessChanged',
  audience: { document: 'process' },
  data: z.object({
    config: PROCESS_CONFIG,
    /** Bulk changes replace these options in answers. */
    renames: z.array(z.object({ name: z.string(), from: z.string(), to: z.string() })).optional(),
  }),
});
export const ProcessDeleted = defineEvent({
  type: 'ProcessDeleted',
  audience: { document: 'process' },
  data: z.object({}),
});

export const PROCESS_EVENTS = [ProcessCreated, ProcessChanged, ProcessDeleted] as const;
export type ProcessEvent = EventOf<(typeof PROCESS_EVENTS)[number]>;
