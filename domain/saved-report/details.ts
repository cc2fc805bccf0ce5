import { z } from 'zod';
import { APPLICATION_STATUSES } from '../application/statuses.ts';

/** `event`: as it was after the event. `today`: as it is when the report is read. */
export const MOMENTS = ['today', 'event'] as const;
export const TIME_UNITS = ['day', 'week', 'month'] as const;
export type TimeUnit = (typeof TIME_UNITS)[number];
export const CLOCKS = ['recorded', 'happened'] as const;
export const REPORT_CHARTS = ['columns', 'line', 'table'] as const;
/** As people see them. */
export const CHART_NAMES = Object.freeze({ columns: 'Columns', line: 'Lines', table: 'Table only' }) satisfies Readonly<
  Record<(typeof REPORT_CHARTS)[number], string>
>;

/** Holds if the field has one of the values, or none of them with `isNot`. */
export const REPORT_CONDITION = z.object({
  field: z.string(),
  when: z.enum(MOMENTS),
  isNot: z.boolean(),
  values: z.array(z.string()),
});
export type ReportCondition = z.infer<typeof REPORT_CONDITION>;

export const REPORT_GROUPING = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('field'), field: z.string(), when: z.enum(MOMENTS) }),
  z.object({ kind: z.literal('time'), unit: z.enum(TIME_UNITS), clock: z.enum(CLOCKS) }),
]);
export type ReportGrouping = z.infer<typeof REPORT_GROUPING>;

/** `median`: from the first `from` of an application to the first of the report's events after it. */
export const REPORT_MEASURE = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('count') }),
  z.object({ kind: z.literal('applications') }),
  z.object({ kind: z.literal('sum'), field: z.string() }),
  z.object({
    kind: z.literal('median'),
    from: z.object({ event: z.string(), status: z.enum(APPLICATION_STATUSES).nullable() }),
  }),
]);
export type ReportMeasure = z.infer<typeof REPORT_MEASURE>;

export const REPORT_DETAILS = z.object({
  name: z.string(),
  events: z.array(z.string()),
  where: z.array(REPORT_CONDITION),
  groupBy: z.array(REPORT_GROUPING),
  measure: REPORT_MEASURE,
  chart: z.enum(REPORT_CHARTS),
  isPinned: z.boolean(),
});
export type ReportDetails = z.infer<typeof REPORT_DETAILS>;

/** What the folds of a report depend on. */
export type ReportQuestion = Pick<ReportDetails, 'events' | 'where' | 'groupBy' | 'measure'>;
