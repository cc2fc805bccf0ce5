import { z } from 'zod';
import { defineEvent, type EventOf } from '../event-sourcing/event.ts';

export const EXPORTED_LISTS = ['audit', 'applications', 'payments'] as const;

/**
 * A member downloaded a list as a file. `filters` contains ids, kinds, moments and counts, but no search text, which may
 * name a person.
 */
export const DataExported = defineEvent({
  type: 'DataExported',
  audience: null,
  data: z.object({
    organizationId: z.string(),
    list: z.enum(EXPORTED_LISTS),
    filters: z.array(z.object({ name: z.string(), value: z.string().nullable(), isExcluded: z.boolean() })),
  }),
});

export const DATA_EXPORT_EVENTS = [DataExported] as const;
export type DataExportEvent = EventOf<typeof DataExported>;
