import { z } from 'zod';
import { defineEvent, type EventOf } from '../event-sourcing/event.ts';
import { FILE_REFERENCE } from '../file/file-reference.ts';
import { BATCH_STATUSES } from './status.ts';

/** A batch without its status; null is *not set*. */
export const BATCH_DETAILS = z.object({
  name: z.string(),
  description: z.string().nullable(),
  privateDetails: z.string().nullable(),
  slug: z.string().nullable(),
  capacity: z.number(),
  processId: z.string().nullable(),
  assessmentIds: z.array(z.string()),
  iconFile: FILE_REFERENCE.nullable(),
  bannerFile: FILE_REFERENCE.nullable(),
  enableEmbedding: z.boolean(),
});
export type BatchDetails = z.infer<typeof BATCH_DETAILS>;

export const BatchCreated = defineEvent({
  type: 'BatchCreated',
  audience: { document: 'batch' },
  data: BATCH_DETAILS.extend({ organizationId: z.string(), status: z.enum(BATCH_STATUSES) }),
});
/** Only what changed; null clears. */
export const BatchDetailsChanged = defineEvent({
  type: 'BatchDetailsChanged',
  audience: { document: 'batch' },
  data: z.object({ changes: BATCH_DETAILS.partial() }),
});
export const BatchStatusChanged = defineEvent({
  type: 'BatchStatusChanged',
  audience: { document: 'batch' },
  data: z.object({ status: z.enum(BATCH_STATUSES) }),
});

export const BATCH_EVENTS = [BatchCreated, BatchDetailsChanged, BatchStatusChanged] as const;
export type BatchEvent = EventOf<(typeof BATCH_EVENTS)[number]>;
