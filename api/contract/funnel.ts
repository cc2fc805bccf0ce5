import { z } from 'zod';
import { APPLICATION_STATUSES } from '../../domain/application/statuses.ts';
import { turnedCourses } from '../../domain/batch/courses.ts';
import { LIMITS } from '../../domain/limits/limits.ts';
import { GROUPINGS, MEASURE_NAMES, MEMBER_GROUP_NAMES } from '../../domain/reports/funnel.ts';
import { ID_LIST_LIMIT, TEXT_LIMIT } from '../../domain/text/text-limits.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { endpoint } from './endpoint.ts';
import { asOfQuery, LENGTH, moment, notes } from './values.ts';

/** `active` (default), `all`, `none`, `fullStack` or `java`, then ids of courses that are chosen the other way round; or ids. */
export const coursesText = z
  .string()
  .max(ID_LIST_LIMIT)
  .refine((text) => turnedCourses(text) <= LIMITS.ids, {
    error: TEXTS.requests.tooManyIds(LIMITS.ids),
    params: LENGTH,
  });

const members = z.record(z.string(), z.string());

/** The pieces of a sentence; `members` of a number asks `reportMembers` for its applications. */
export const wordsSchema = z.array(z.object({ text: z.string(), members: members.nullable() })).readonly();

export const tableSchema = z.object({
  rowTitle: z.string(),
  columns: z
    .array(
      z.object({
        key: z.string(),
        title: z.string(),
        unit: z.enum(['count', 'share', 'days']),
        members: members.nullable(),
      }),
    )
    .readonly(),
  rows: z
    .array(
      z.object({
        key: z.string(),
        title: z.string(),
        members,
        cells: z.array(z.number().nullable()).readonly(),
        /** Of each time, how many applications it rests on. */
        cases: z.array(z.number().nullable()).readonly().optional(),
      }),
    )
    .readonly(),
});

export const reportFunnel = endpoint({
  method: 'GET',
  path: '/api/reportFunnel',
  capability: 'report.read',
  pastCapability: 'history.read',
  isCostly: true,
  summary:
    'How many applications of each course reached each status, how long it took, where they ended, and which are still open. `asOf` returns it as of a time to those who read the history.',
  query: asOfQuery.extend({
    courses: coursesText.optional(),
    /** What the columns compare; default `status`: counts and times of all courses together. */
    by: z.enum(GROUPINGS).optional(),
    /** Of a comparison; default `reached`. */
    measure: z.enum(MEASURE_NAMES).optional(),
  }),
  response: z.object({
    rule: z.string(),
    quantileRule: z.string(),
    zone: z.string(),
    /** Accepted as `asOf`: the same answer again. */
    position: z.string(),
    sentence: z.string(),
    words: wordsSchema,
    table: tableSchema,
    notes,
  }),
});

export const reportMembers = endpoint({
  method: 'GET',
  path: '/api/reportMembers',
  capability: 'report.read',
  pastCapability: 'history.read',
  isCostly: true,
  summary:
    'The ids of the applications that a number of a report counts. `until` and `asOf` are for those who read the history.',
  query: asOfQuery.extend({
    courses: coursesText.optional(),
    group: z.enum(MEMBER_GROUP_NAMES),
    status: z.enum(APPLICATION_STATUSES).optional(),
    source: z
      .string()
      .max(TEXT_LIMIT + 1)
      .optional(),
    /** As it was at this time. */
    until: moment.optional(),
  }),
  response: z.object({ title: z.string(), ids: z.array(z.string()).readonly() }),
});
