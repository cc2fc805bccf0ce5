import { z } from 'zod';
import { SECURITY_KINDS } from '../../domain/security-log/kinds.ts';
import { PAGE_SIZE_DIGITS, SECURITY_CURSOR_LIMIT } from '../../domain/text/text-limits.ts';
import { endpoint } from './endpoint.ts';
import { id, instant, moment } from './values.ts';

export const securityEntrySchema = z.object({
  _id: z.string(),
  kind: z.enum(SECURITY_KINDS),
  firstAt: instant,
  lastAt: instant,
  /** How often, within a minute; reads are counted by the hour. */
  count: z.int(),
  /** Null for what was too much to keep apart. */
  actor: z
    .object({
      kind: z.enum(['user', 'token', 'anonymous', 'system']),
      /** Null for an anonymous request, and after the person has been erased. */
      id: z.string().nullable(),
      /** The email of a member, or what an API token of the school is called. */
      name: z.string().nullable(),
    })
    .nullable(),
  /** Truncated to a /24 of IPv4 or a /48 of IPv6. */
  network: z.string().nullable(),
  /** Browser and operating system. */
  device: z.string().nullable(),
  /** What was asked for, also in words. */
  calls: z.array(z.object({ call: z.string(), label: z.string().nullable(), count: z.int() })),
});
export type SecurityEntryView = z.infer<typeof securityEntrySchema>;

export const listSecurityLog = endpoint({
  method: 'GET',
  path: '/api/security-log',
  capability: 'securityLog.read',
  summary:
    'Sign-ins, refusals, reads of many applicants and changes of access in the current organization, newest first, of the last 180 days. `after` is the `next` of the previous answer.',
  query: z.object({
    kind: z.enum(SECURITY_KINDS).optional(),
    /** The id of an account or an API token. */
    actorId: id.optional(),
    from: moment.optional(),
    to: moment.optional(),
    after: z
      .string()
      .max(SECURITY_CURSOR_LIMIT)
      .regex(/^\d{13}\.[\da-f]{32}$/)
      .optional(),
    /** 1 to 200; default 50. */
    limit: z
      .string()
      .max(PAGE_SIZE_DIGITS)
      .regex(/^([1-9]\d?|1\d\d|200)$/)
      .optional(),
  }),
  response: z.object({
    entries: z.array(securityEntrySchema),
    /** The `after` of the next page; null on the last one. */
    next: z.string().nullable(),
  }),
});
