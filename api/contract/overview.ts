import { z } from 'zod';
import { INTERVALS } from '../../domain/reports/buckets.ts';
import { PERIODS } from '../../domain/reports/periods.ts';
import { endpoint, WEIGHING_MS } from './endpoint.ts';
import { coursesText } from './funnel.ts';
import { reportSchema } from './report.ts';
import { asOfQuery, notes } from './values.ts';

const day = z.iso.date().max('2026-11-25'.length);
export const reportOverview = endpoint({
  method: 'GET',
  path: '/api/reports/overview',
  capability: 'report.read',
  pastCapability: 'history.read',
  costMs: WEIGHING_MS,
  summary:
    'Applications over time, since the opening of each course, and per course. Days are in the time zone of the organization; `from` and `to` are included. `asOf` returns it as of a time to those who read the history.',
  query: asOfQuery.extend({
    /** `active` (default), `all`, `none`, `fullStack` or `java`, then ids of courses that invert the rule; or ids. */
    courses: coursesText.optional(),
    /** Default `last3Months`; `custom` needs `from` and `to`. */
    period: z.enum(PERIODS).optional(),
    from: day.optional(),
    to: day.optional(),
    /** Default `month`. */
    interval: z.enum(INTERVALS).optional(),
    /** `1`: only finished months or weeks that lie wholly in the period. */
    complete: z.literal('1').optional(),
  }),
  response: z.object({
    /** In the organization's time zone; the day of the moment with `asOf`. */
    today: z.iso.date(),
    trends: reportSchema,
    launch: reportSchema,
    courses: reportSchema,
    notes,
  }),
});

export const trendsNotes = endpoint({
  method: 'GET',
  path: '/api/reports/trends/notes',
  capability: 'application.list',
  summary: 'Which events the dashboard, its trends and its files leave out, and why.',
  response: z.object({ notes }),
});
