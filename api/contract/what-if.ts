import { z } from 'zod';
import { WHAT_IF_SIDES } from '../../domain/reports/what-if.ts';
import { MARK_DIGITS, TEXT_LIMIT } from '../../domain/text/text-limits.ts';
import { endpoint } from './endpoint.ts';
import { tableSchema, wordsSchema } from './funnel.ts';
import { asOfQuery, id, notes } from './values.ts';

/** A percentage. */
const mark = z
  .string()
  .max(MARK_DIGITS)
  .regex(/^(\d{1,2}|100)$/);
/** `NEW:7,CONTRACT SENT:21`. */
const limits = z.string().max(TEXT_LIMIT);

const question = asOfQuery.extend({
  batchId: id,
  /** The quiz of the pass marks. */
  assessmentId: id.optional(),
  /** Absent: everyone passed. */
  markThen: mark.optional(),
  /** Default: `markThen`. */
  markInstead: mark.optional(),
  /** Default: those of the organization. */
  limitsThen: limits.optional(),
  /** Default: `limitsThen`. */
  limitsInstead: limits.optional(),
  /** All statuses, the lowest first; default: the portal's. */
  ranking: z.string().max(TEXT_LIMIT).optional(),
});

export const whatIf = endpoint({
  method: 'GET',
  path: '/api/whatIf',
  capability: 'report.read',
  pastCapability: 'history.read',
  isCostly: true,
  summary:
    'The history of a course under two sets of rules: a pass mark, time limits and a ranking of the statuses. Nothing is recorded. `asOf` returns it as of a time to those who read the history.',
  query: question,
  response: z.object({
    rules: z.array(z.string()).readonly(),
    /** Accepted as `asOf`: the same answer again. */
    position: z.string(),
    /** As in the query, for a link that gives the same answer later. */
    limitsThen: z.string(),
    zone: z.string(),
    sentence: z.string(),
    words: wordsSchema,
    notes,
    /** Whom only the other pass mark lets through. */
    unknown: z.int(),
    table: tableSchema,
    /** Absent for those who do not read the history. */
    persons: z
      .array(z.object({ id: z.string(), differences: z.array(z.string()).readonly(), isUnknown: z.boolean() }))
      .readonly()
      .optional(),
  }),
});

export const whatIfMembers = endpoint({
  method: 'GET',
  path: '/api/whatIfMembers',
  capability: 'history.read',
  isCostly: true,
  summary: 'The ids of the applications that a number of a what-if counts, which were in some state in the past.',
  query: question.extend({ row: z.string().max(TEXT_LIMIT), side: z.enum(WHAT_IF_SIDES) }),
  response: z.object({ title: z.string(), ids: z.array(z.string()).readonly() }),
});
