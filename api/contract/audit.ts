import { z } from 'zod';
import { AUDIT_CURSOR_LIMIT, PAGE_SIZE_DIGITS, TYPE_LIMIT } from '../../domain/text/text-limits.ts';
import { historyEntrySchema } from './applications.ts';
import { endpoint } from './endpoint.ts';
import { id, moment } from './values.ts';

export const auditEntrySchema = historyEntrySchema.extend({
  _id: z.string(),
  kind: z.string(),
  documentId: z.string(),
  name: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/audit',
  capability: 'audit.read',
  isCostly: true,
  summary:
    'Who changed what in the current organization, newest first; `after` continues after the last entry of a page.',
  query: z.object({
    kind: z.string().max(TYPE_LIMIT).optional(),
    documentId: id.optional(),
    actorId: id.optional(),
    type: z.string().max(TYPE_LIMIT).optional(),
    from: moment.optional(),
    to: moment.optional(),
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
