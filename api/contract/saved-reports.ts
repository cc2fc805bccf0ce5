import { z } from 'zod';
import { APPLICATION_STATUSES } from '../../domain/application/statuses.ts';
import { LIMITS } from '../../domain/limits/limits.ts';
import { CLOCKS, MOMENTS, REPORT_CHARTS, REPORT_DETAILS, TIME_UNITS } from '../../domain/saved-report/details.ts';
import { REPORT_EVENT_TYPES } from '../../domain/saved-report/event-catalogue.ts';
import { EVENT_TYPE_LIMIT, POSITION_LIMIT, TEXT_LIMIT } from '../../domain/text/text-limits.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { endpoint, WEIGHING_MS } from './endpoint.ts';
import { type JsonSchema, jsonSchemaOf, published, requiring } from './published.ts';
import {
  asOfQuery,
  idParams,
  inOrganization,
  instant,
  messageSchema,
  notes,
  seenText,
  version,
  versionText,
} from './values.ts';
import { restoreOf, versionsOf } from './versions.ts';

/** The position of an answer, which names its result. */
const positionText = z
  .string()
  .max(POSITION_LIMIT)
  .regex(/^0x[0-9a-f]{32}$/, TEXTS.reports.positionUnknown);

const person = z.object({ email: z.string().nullable() }).nullable();

export const savedReportSchema = REPORT_DETAILS.extend({
  _id: z.string(),
  version,
  organizationId: z.string(),
  createdAt: instant,
  /** The report in one sentence. */
  sentence: z.string(),
  /** Only Owners and Admins see it. */
  isAdminOnly: z.boolean(),
  /** Counts the questions that it has asked; what they are is in its versions. */
  edition: z.int(),
  definedAt: instant,
  definedBy: person,
  /** The id of the account that saved it. */
  createdBy: z.string().nullable(),
});
export type SavedReport = z.infer<typeof savedReportSchema>;

const fieldName = z.string().max(TEXT_LIMIT);
const eventType = published(z.string().max(EVENT_TYPE_LIMIT), { enum: REPORT_EVENT_TYPES });
/** The rules refuse longer lists with a sentence, so these are twice as long. */
const listOf = <Item extends z.ZodType>(item: Item, maxItems: number, more: JsonSchema = {}) =>
  published(z.array(item).max(maxItems * 2), {
    type: 'array',
    items: jsonSchemaOf(item, 'input'),
    maxItems,
    ...more,
  });

const question = z.object({
  events: listOf(eventType, LIMITS.reportEvents, { minItems: 1 }),
  where: listOf(
    z.object({
      field: fieldName,
      when: z.enum(MOMENTS).default('today'),
      isNot: z.boolean().default(false),
      values: listOf(z.string().max(TEXT_LIMIT), LIMITS.reportValues, { minItems: 1 }),
    }),
    LIMITS.reportConditions,
  ),
  groupBy: listOf(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('field'), field: fieldName, when: z.enum(MOMENTS).default('today') }),
      z.object({ kind: z.literal('time'), unit: z.enum(TIME_UNITS), clock: z.enum(CLOCKS).default('recorded') }),
    ]),
    LIMITS.reportGroupings,
    { uniqueItems: true },
  ),
  measure: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('count') }),
    z.object({ kind: z.literal('applications') }),
    z.object({ kind: z.literal('sum'), field: fieldName }),
    z.object({
      kind: z.literal('median'),
      from: z.object({ event: eventType, status: z.enum(APPLICATION_STATUSES).nullable() }),
    }),
  ]),
});

const savedReportBody = question.partial().extend({
  version: version.nullish(),
  name: seenText(),
  chart: published(z.enum(REPORT_CHARTS).nullish(), { enum: REPORT_CHARTS }),
});

const figure = z.object({
  /** Milliseconds for a median; null without a case. */
  value: z.number().nullable(),
  /** How many cases it is made of. */
  n: z.int(),
  /** Of a median, from 10 cases. */
  p90: z.number().nullable().optional(),
});
export type ReportFigure = z.infer<typeof figure>;

const bucket = z.object({
  kind: z.enum(['value', 'other', 'former', 'none']),
  /** A value, or the first day of a time: YYYY-MM-DD in the school's zone. */
  key: z.string().nullable(),
  label: z.string(),
  groups: z.int(),
  /** The last day of a time that is not over: its figures still grow. */
  closesOn: z.string().optional(),
});
export type ReportBucket = z.infer<typeof bucket>;

export const reportTableSchema = z.object({
  sentence: z.string(),
  /** What the figures count, one statement each. */
  rules: z.array(z.string()),
  timeZone: z.string(),
  unit: z.enum(['events', 'applications', 'sum', 'milliseconds']),
  axes: z.array(
    z.object({
      label: z.string(),
      kind: z.enum(['time', 'value']),
      unit: z.enum(TIME_UNITS).nullable(),
      buckets: z.array(bucket),
      /** Of each bucket over the other axis. Not sums: distinct applications and medians do not add up. */
      figures: z.array(figure),
    }),
  ),
  /** `at`: an index into the buckets of each axis. Combinations without a case are absent. */
  cells: z.array(figure.extend({ at: z.array(z.int()) })),
  total: figure,
  /** Of a median: applications that started and have not arrived. */
  open: z.int().nullable(),
});
export type ReportTable = z.infer<typeof reportTableSchema>;

const progress = z.object({
  /** `stopped`: it cannot be built, and `problem` says why. */
  state: z.enum(['building', 'live', 'stopped']),
  /** Of the log that has been read, 0 to 1; null without a build. */
  share: z.number().nullable(),
  secondsLeft: z.number().nullable(),
  /** For accounts with the creator flag and in portals of one school: all schools share the log. */
  events: z.object({ done: z.int(), total: z.int(), perSecond: z.int() }).nullable(),
  problem: z.object({ message: z.string(), event: z.string().nullable(), next: z.string() }).nullable(),
});
export type ReportProgress = z.infer<typeof progress>;

const savedReportResult = z.object({
  report: savedReportSchema,
  progress,
  /** All figures of one position of the log; null before the first build is complete. */
  table: reportTableSchema
    .extend({
      position: z.string(),
      at: instant,
      /** The question that these figures answer: the former one while the present one is being built. */
      edition: z.int(),
      /** The report's `version` that first asked it. */
      definition: z.int(),
      definedAt: instant,
      definedBy: person,
      isFormer: z.boolean(),
      /** Whether `GET /api/reports/{id}/applications` lists applications; not for events of programs. */
      hasApplications: z.boolean(),
      notes,
    })
    .nullable(),
});
export type SavedReportResult = z.infer<typeof savedReportResult>;

const option = z.object({ value: z.string(), label: z.string() });
const catalogueSchema = z.object({
  events: z.array(
    z.object({
      type: z.string(),
      group: z.string(),
      sentence: z.string(),
      clause: z.string(),
      isAdminOnly: z.boolean(),
      isAboutProgram: z.boolean(),
      hasOwnTime: z.boolean(),
      fields: z.array(z.string()),
    }),
  ),
  fields: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      kind: z.enum(['choice', 'number', 'text']),
      options: z.array(option).nullable(),
      isAdminOnly: z.boolean(),
      hasToday: z.boolean(),
      isMoney: z.boolean(),
    }),
  ),
});

export const listSavedReports = endpoint({
  method: 'GET',
  path: '/api/reports',
  capability: 'report.read',
  pastCapability: 'history.read',
  summary:
    'Saved reports of the current organization that the caller may see, by name, each with its state. `asOf` returns those of a time to those who read the history.',
  query: asOfQuery,
  response: z.array(savedReportSchema.extend({ progress })),
});
export const getReportCatalogue = endpoint({
  method: 'GET',
  path: '/api/reportCatalogue',
  capability: 'report.read',
  summary: 'Events and fields that reports can count, group and filter by, without those that the caller may not see.',
  response: catalogueSchema,
});
export const previewReport = endpoint({
  method: 'POST',
  path: '/api/reportPreview',
  capability: 'report.read',
  isCostly: true,
  summary: "What a report would show, from the school's newest 1,000 events. Nothing is saved.",
  body: question,
  response: reportTableSchema.extend({
    /** How many events were read, and the time of the oldest. */
    events: z.int(),
    since: instant.nullable(),
    /** What the preview cannot see, one statement each. */
    limits: z.array(z.string()),
  }),
});
export const createSavedReport = endpoint({
  method: 'POST',
  path: '/api/reports',
  capability: 'report.write',
  summary: 'Saves a report. It is built from all of history, and then follows what happens.',
  body: requiring(savedReportBody.extend(inOrganization), 'name', 'events'),
  response: savedReportSchema,
});
export const getSavedReport = endpoint({
  method: 'GET',
  path: '/api/reports/{id}',
  capability: 'report.read',
  summary: 'One saved report, as it is or as one of its versions.',
  params: idParams,
  query: z.object({ version: versionText.optional() }),
  response: savedReportSchema,
});
export const getReportResult = endpoint({
  method: 'GET',
  path: '/api/reports/{id}/result',
  capability: 'report.read',
  pastCapability: 'history.read',
  costMs: WEIGHING_MS,
  summary:
    'The figures of a saved report: at most 14 groups by name, *other* and those without a value. While a changed report is being built, those of the previous question. `asOf` returns the report and its figures as of a time to those who read the history.',
  params: idParams,
  /** `position` of an earlier answer returns its figures again, or the newest once these are no longer kept. */
  query: asOfQuery.extend({ position: positionText.optional() }),
  response: savedReportResult,
});
export const getReportCsv = endpoint({
  method: 'GET',
  path: '/api/reports/{id}/csv',
  capability: 'report.read',
  pastCapability: 'history.read',
  isCostly: true,
  summary:
    'All groups of a saved report as CSV: UTF-8, quoted, without formulas. `asOf` returns them as of a time to those who read the history.',
  params: idParams,
  /** `position` of an answer whose figures the file should have; while it is no longer known, those of now. */
  query: asOfQuery.extend({ position: positionText.optional() }),
  response: z.string(),
  mediaTypes: ['text/csv'],
});
const LONGEST_BUCKET = TEXT_LIMIT + 1;
const bucketName = published(
  z
    .string()
    .max(LONGEST_BUCKET)
    .regex(/^(?:=.*|other|former|none)$/s, TEXTS.savedReports.numberUnknown),
  { type: 'string', maxLength: LONGEST_BUCKET, pattern: '^(?:=[^\\u0000]*|other|former|none)$' },
);
export const getReportApplications = endpoint({
  method: 'GET',
  path: '/api/reports/{id}/applications',
  capability: 'report.read',
  pastCapability: 'history.read',
  isCostly: true,
  summary:
    'The ids of the applications that a number of a saved report counts: of the answer with this `position`, or of one as of a time.',
  params: idParams,
  query: asOfQuery.extend({
    /** Of the answer with that number; needed without `asOf`. */
    position: positionText.optional(),
    /** A bucket of each axis: `=` and its key, or its kind; without it, all. */
    first: bucketName.optional(),
    second: bucketName.optional(),
    /** Those of a median that have started and not arrived. */
    open: z.literal('1').optional(),
  }),
  response: z.object({ title: z.string(), ids: z.array(z.string()).readonly() }),
});
export const getReportProgress = endpoint({
  method: 'GET',
  path: '/api/reports/{id}/progress',
  capability: 'report.read',
  summary: 'The progress of building a saved report.',
  params: idParams,
  response: progress,
});
export const changeSavedReport = endpoint({
  method: 'PUT',
  path: '/api/reports/{id}',
  capability: 'report.change',
  summary: 'Changes what differs. The previous figures are shown until those of a changed question are complete.',
  params: idParams,
  body: savedReportBody,
  response: savedReportSchema,
});
export const pinReport = endpoint({
  method: 'POST',
  path: '/api/reports/{id}/pin',
  capability: 'report.change',
  summary: 'Shows the report on the Reports page, to those who may see it.',
  params: idParams,
  response: savedReportSchema,
});
export const unpinReport = endpoint({
  method: 'POST',
  path: '/api/reports/{id}/unpin',
  capability: 'report.change',
  summary: 'Takes the report off the Reports page.',
  params: idParams,
  response: savedReportSchema,
});
export const deleteSavedReport = endpoint({
  method: 'DELETE',
  path: '/api/reports/{id}',
  capability: 'report.change',
  summary: 'Deletes a saved report and its figures.',
  params: idParams,
  response: messageSchema,
});
export const undeleteSavedReport = endpoint({
  method: 'POST',
  path: '/api/reports/{id}/undelete',
  capability: 'report.change',
  summary: 'Restores a deleted report under its id. Its figures are rebuilt.',
  params: idParams,
  response: savedReportSchema,
});

export const savedReportVersions = versionsOf('reports');
export const restoreSavedReport = restoreOf('reports', 'report.restore', savedReportSchema);
