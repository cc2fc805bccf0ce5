import { z } from 'zod';
import { defineEvent, type EventOf } from '../event-sourcing/event.ts';
import { BULK_ACTION } from './action.ts';

const REASON = z.string().nullable();

export const BULK_RESULT = z.object({
  applicationId: z.string(),
  outcome: z.enum(['changed', 'unchanged', 'refused']),
  reason: REASON,
});
export type BulkResult = z.infer<typeof BULK_RESULT>;

/** `left`: the application was not changed; `mail`: whether the email to it could be cancelled. */
export const BULK_UNDO_RESULT = z.object({
  applicationId: z.string(),
  outcome: z.enum(['restored', 'unchanged', 'left']),
  reason: REASON,
  mail: z.enum(['cancelled', 'sent']).nullable(),
});
export type BulkUndoResult = z.infer<typeof BULK_UNDO_RESULT>;

/**
 * Staff request the same change for many applications. The changes are in the applications' own streams, under this
 * stream's id.
 */
export const BulkChangeStarted = defineEvent({
  type: 'BulkChangeStarted',
  audience: { document: 'bulk' },
  data: z.object({ organizationId: z.string(), action: BULK_ACTION, applicationIds: z.array(z.string()) }),
});
/** An import announces the applications of a part before it submits them, so that undo finds them after a crash. */
export const BulkRowsAdded = defineEvent({
  type: 'BulkRowsAdded',
  audience: { document: 'bulk' },
  data: z.object({ applicationIds: z.array(z.string()) }),
});
export const BulkChangeProgressed = defineEvent({
  type: 'BulkChangeProgressed',
  audience: { document: 'bulk' },
  data: z.object({ results: z.array(BULK_RESULT) }),
});
/** Undo was requested. What is not done yet is skipped. */
export const BulkUndoStarted = defineEvent({
  type: 'BulkUndoStarted',
  audience: { document: 'bulk' },
  data: z.object({}),
});
export const BulkUndoProgressed = defineEvent({
  type: 'BulkUndoProgressed',
  audience: { document: 'bulk' },
  data: z.object({ results: z.array(BULK_UNDO_RESULT) }),
});

export const BULK_EVENTS = [
  BulkChangeStarted,
  BulkRowsAdded,
  BulkChangeProgressed,
  BulkUndoStarted,
  BulkUndoProgressed,
] as const;
export type BulkEvent = EventOf<(typeof BULK_EVENTS)[number]>;
