import { z } from 'zod';
import { APPLICATION_STATUSES } from '../../domain/application/statuses.ts';
import { BULK_LIMIT, IMPORT_PART } from '../../domain/bulk/action.ts';
import { BULK_PHASES } from '../../domain/bulk/bulk.ts';
import { LIMITS } from '../../domain/limits/limits.ts';
import { FIELD_NAME } from '../../domain/process/field-name.ts';
import { PARAGRAPH_LIMIT } from '../../domain/text/text-limits.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams, instant, text, withMembersUpTo } from './values.ts';

const nullableText = z.string().nullable();
const status = z.enum(APPLICATION_STATUSES, TEXTS.applications.statusUnknown);
const count = z.int().min(0);

const OUTCOMES = ['changed', 'unchanged', 'refused'] as const;

const wanted = z.object({
  applicationIds: z.array(id).min(1, TEXTS.bulk.noneChosen).max(BULK_LIMIT, TEXTS.bulk.tooMany),
  action: z.discriminatedUnion(
    'kind',
    [
      z.object({ kind: z.literal('status'), status }),
      /** Null unassigns. */
      z.object({ kind: z.literal('assign'), userId: id.nullable() }),
      z.object({ kind: z.literal('template'), templateId: id }),
    ],
    TEXTS.bulk.actionUnknown,
  ),
});

const changeActions = [
  z.object({ kind: z.literal('status'), status: z.enum(APPLICATION_STATUSES) }),
  z.object({ kind: z.literal('assign'), userId: nullableText, userEmail: nullableText }),
  z.object({ kind: z.literal('template'), templateId: z.string(), template: z.string() }),
] as const;
const changeActionSchema = z.discriminatedUnion('kind', changeActions);
export const bulkActionSchema = z.discriminatedUnion('kind', [
  ...changeActions,
  /** Begins with the change of a process. */
  z.object({
    kind: z.literal('renameOption'),
    name: z.string(),
    label: z.string(),
    from: z.string(),
    to: z.string(),
  }),
  z.object({ kind: z.literal('import'), batchId: z.string(), batch: z.string(), sendsEmails: z.boolean() }),
]);

export const bulkPreviewSchema = z.object({
  action: changeActionSchema,
  total: count,
  changed: count,
  unchanged: count,
  refused: count,
  /** Applications with the same outcome: changes first, the largest group first. */
  groups: z.array(
    z.object({
      outcome: z.enum(OUTCOMES),
      reason: nullableText,
      /** The status or assignee; for an email, the status that it may move. */
      before: nullableText,
      after: nullableText,
      applicationIds: z.array(z.string()),
    }),
  ),
  /** Milliseconds until emails are sent; until then undo cancels them. Null if there are none. */
  mailsWaitMs: z.int().nullable(),
});
export type BulkPreview = z.infer<typeof bulkPreviewSchema>;

export const bulkRowSchema = z.object({
  applicationId: z.string(),
  outcome: z.enum(['waiting', ...OUTCOMES]),
  reason: nullableText,
  /** `left` is not undone, for the reason given. */
  undo: z
    .object({
      outcome: z.enum(['waiting', 'restored', 'unchanged', 'left']),
      reason: nullableText,
      mail: z.enum(['cancelled', 'sent']).nullable(),
    })
    .nullable(),
});
export type BulkRow = z.infer<typeof bulkRowSchema>;

const span = { startedAt: instant, finishedAt: instant.nullable() };
const by = z.object({ id: z.string(), email: nullableText }).nullable();

export const bulkSchema = z.object({
  _id: z.string(),
  organizationId: z.string(),
  action: bulkActionSchema,
  phase: z.enum(BULK_PHASES),
  ...span,
  startedBy: by,
  total: count,
  done: count,
  changed: count,
  unchanged: count,
  refused: count,
  mailsLeaveAt: instant.nullable(),
  undo: z
    .object({
      ...span,
      startedBy: by,
      done: count,
      restored: count,
      unchanged: count,
      left: count,
      mailsCancelled: count,
      mailsSent: count,
      /** What could not be undone, as a sentence. */
      message: nullableText,
    })
    .nullable(),
  rows: z.array(bulkRowSchema).optional(),
});
export type Bulk = z.infer<typeof bulkSchema>;

export const startBulk = endpoint({
  method: 'POST',
  path: '/api/applications/bulk',
  capability: 'application.bulk',
  confirmation: 'sometimes',
  summary:
    'Sets the status or assignee of many applications, or sends them a template. It answers at once and continues in the background.',
  body: wanted,
  response: bulkSchema,
});
export const previewBulk = endpoint({
  method: 'POST',
  path: '/api/applications/bulk/preview',
  capability: 'application.bulk',
  summary: 'What the change would do to how many applications, and what would be refused and why; changes nothing.',
  body: wanted,
  response: bulkPreviewSchema,
});
export const listBulks = endpoint({
  method: 'GET',
  path: '/api/applications/bulk',
  capability: 'application.bulk',
  summary: 'The last 20 bulk changes of the current organization, newest first.',
  response: z.array(bulkSchema),
});
export const getBulk = endpoint({
  method: 'GET',
  path: '/api/applications/bulk/{id}',
  capability: 'application.bulk',
  summary: 'The progress of a bulk change, and its result for each application.',
  params: idParams,
  response: bulkSchema,
});
export const undoBulk = endpoint({
  method: 'POST',
  path: '/api/applications/bulk/{id}/undo',
  capability: 'application.bulk',
  confirmation: 'sometimes',
  summary:
    'Undoes the change for each application that was not changed since, and cancels waiting emails. That of an import erases its applicants, and needs a confirmation.',
  params: idParams,
  response: bulkSchema,
});

const importRows = z
  .array(
    z.object({
      /** Its number in the file. */
      row: z.int().min(1),
      /** Absent for NEW. */
      status: text,
      values: withMembersUpTo(
        z.record(z.string().regex(FIELD_NAME), z.string().max(PARAGRAPH_LIMIT)),
        LIMITS.applicationMembers,
      ),
    }),
  )
  .min(1, TEXTS.bulk.noRows)
  .max(IMPORT_PART, TEXTS.bulk.tooManyRows);

const importedRowSchema = z.object({
  row: z.int(),
  outcome: z.enum(['imported', 'duplicate', 'refused']),
  applicationId: nullableText,
  reason: nullableText,
  errors: z.array(z.object({ field: z.string(), message: z.string() })),
});

export const startImport = endpoint({
  method: 'POST',
  path: '/api/applications/import',
  capability: 'application.bulk',
  confirmation: 'sometimes',
  summary:
    'Starts an import of applicants into a batch of any status. Without `sendsEmails`, its rows lead to no email and no call of a webhook.',
  body: z.object({ batchId: id, sendsEmails: z.boolean() }),
  response: bulkSchema,
});
export const previewImport = endpoint({
  method: 'POST',
  path: '/api/applications/import/preview',
  capability: 'application.bulk',
  summary: 'What importing these rows into the batch would answer for each row; changes nothing.',
  body: z.object({ batchId: id, rows: importRows }),
  response: z.array(importedRowSchema),
});
export const importRowsInto = endpoint({
  method: 'POST',
  path: '/api/applications/import/{id}/rows',
  capability: 'application.bulk',
  confirmation: 'sometimes',
  summary:
    'Imports rows under the rules of a submission, each on its own. A row that the import has already added is not added again. Undo of the bulk change removes all of them.',
  params: idParams,
  body: z.object({ rows: importRows }),
  response: z.object({ bulk: bulkSchema, rows: z.array(importedRowSchema) }),
});
