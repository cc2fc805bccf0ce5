import { z } from 'zod';
import { EXPORTED_LISTS } from '../../domain/data-export/events.ts';
import { AUDIT_CURSOR_LIMIT, PAGE_SIZE_DIGITS, SEARCH_LIMIT, TYPE_LIMIT } from '../../domain/text/text-limits.ts';
import { historyEntrySchema } from './applications.ts';
import { endpoint } from './endpoint.ts';
import { id, messageSchema, moment, notes } from './values.ts';

const nullableText = z.string().nullable();

export const auditEntrySchema = historyEntrySchema.extend({
  _id: z.string(),
  kind: z.string(),
  documentId: z.string(),
  name: nullableText,
  /** The applicant of the application; null for other documents, and without name and email after an erasure. */
  applicant: z.object({ userId: nullableText, email: nullableText, name: nullableText }).nullable(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

const EXCLUDABLE = ['kind', 'documentId', 'actorId', 'type'] as const;
const MOST_EXCLUDED = EXCLUDABLE.join().length;

const filters = {
  kind: z.string().max(TYPE_LIMIT).optional(),
  documentId: id.optional(),
  /** A person's id, or `system`, `provider` or `anonymous`. */
  actorId: id.optional(),
  type: z.string().max(TYPE_LIMIT).optional(),
  /** Searches names and emails of applicants, members and documents, and changed values; not answers and comments. */
  text: z.string().max(SEARCH_LIMIT).optional(),
  /** Those of `kind`, `documentId`, `actorId` and `type` that exclude instead, separated by commas. */
  exclude: z
    .string()
    .max(MOST_EXCLUDED)
    .regex(/^(kind|documentId|actorId|type)(,(kind|documentId|actorId|type)){0,3}$/)
    .optional(),
  from: moment.optional(),
  to: moment.optional(),
};

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/audit',
  capability: 'audit.read',
  isCostly: true,
  summary:
    'Who changed what in the current organization, newest first; a bulk change is one entry, whose parts `within` lists. `after` continues after the last entry of a page.',
  query: z.object({
    ...filters,
    /** The id of a bulk change. */
    within: id.optional(),
    after: z.string().max(AUDIT_CURSOR_LIMIT).optional(),
    /** 1 to 200; default 50. */
    limit: z
      .string()
      .max(PAGE_SIZE_DIGITS)
      .regex(/^([1-9]\d?|1\d\d|200)$/)
      .optional(),
  }),
  response: z.array(auditEntrySchema),
});

export const auditNotes = endpoint({
  method: 'GET',
  path: '/api/audit/notes',
  capability: 'audit.read',
  summary: 'Which events the audit log leaves out, and why.',
  response: z.object({ notes }),
});

export const recordExport = endpoint({
  method: 'POST',
  path: '/api/audit/exports',
  capability: 'export.record',
  summary:
    'Records in the audit log that a list is downloaded as a file, by those who read it: for `audit` with the filters but without searched words, for `applications` and `payments` with `rows` and the moment that they are of.',
  body: z.object({
    list: z.enum(EXPORTED_LISTS),
    filters: z.object({ ...filters, rows: z.int().min(0).optional(), asOf: moment.optional() }),
  }),
  response: messageSchema,
});
