import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { instant } from './values.ts';

export const noticeSchema = z.object({
  kind: z.enum(['assigned', 'mentioned', 'corrected']),
  at: instant,
  /** Since the caller's preference `notices.seen:{organizationId}`. */
  isNew: z.boolean(),
  /** The email of who did it, or the name of an API token; null for the portal and for accounts that are gone. */
  by: z.string().nullable(),
  /** Of a bulk change; its applications are those assigned to the caller. */
  count: z.int().min(1),
  application: z.object({
    _id: z.string(),
    trackingNumber: z.int(),
    /** The applicant's name, or the email without one; null once erased. */
    name: z.string().nullable(),
    batch: z.string(),
  }),
});
export type Notice = z.infer<typeof noticeSchema>;

export const listNotices = endpoint({
  method: 'GET',
  path: '/api/notices',
  capability: 'application.assign',
  summary:
    'What colleagues assigned to the caller, where they mentioned the caller in a comment, and in which applications of the caller all marked answers are corrected: the last 50, newest first, without entries that no longer apply.',
  response: z.array(noticeSchema),
});
