import { z } from 'zod';
import { APPLICATION_STATUSES } from '../../domain/application/statuses.ts';
import { endpoint } from './endpoint.ts';
import { wordsSchema } from './funnel.ts';
import { asOfQuery, notes } from './values.ts';

const count = z.int().min(0);

export const reportForecast = endpoint({
  method: 'GET',
  path: '/api/reportForecast',
  capability: 'report.read',
  pastCapability: 'history.read',
  isCostly: true,
  summary:
    'How many applicants of each Open course will probably have signed, from the outcomes of past courses, and how often such ranges held. `asOf` returns it as of a time to those who read the history.',
  query: asOfQuery,
  response: z.object({
    rule: z.string(),
    /** Accepted as `asOf`: the same answer again. */
    position: z.string(),
    zone: z.string(),
    notes,
    /** How often the ranges held for past courses. */
    backtest: z.object({
      sentence: z.string(),
      held: count,
      weeks: count,
      cohorts: count,
      width: z.number().nullable(),
    }),
    /** Courses that have opened, but have no room in the forecast; null if there are none. */
    leftOut: z.object({ open: count, past: count, sentence: z.string() }).nullable(),
    courses: z
      .array(
        z.object({
          batchId: z.string(),
          name: z.string(),
          capacity: count,
          sentence: z.string(),
          words: wordsSchema,
          signed: count,
          open: count,
          /** Decided applications of past courses. */
          cases: count,
          range: z.object({ low: count, high: count }).nullable(),
          statuses: z
            .array(
              z.object({
                status: z.enum(APPLICATION_STATUSES),
                here: count,
                cases: count,
                signed: count,
                share: z.number(),
                comparable: z.number(),
              }),
            )
            .readonly(),
          /** The past courses that it rests on. */
          from: z.array(z.string()).readonly(),
        }),
      )
      .readonly(),
  }),
});
