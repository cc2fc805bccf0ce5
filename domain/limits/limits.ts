/** A document of an earlier version may keep a longer list, but not lengthen it (decision 35). */
export const LIMITS = {
  steps: 200,
  fields: 200,
  columns: 200,
  options: 50,
  /** Options whose answers follow one change of a process. */
  renames: 20,
  terms: 50,
  contentBlocks: 100,
  integrations: 10,
  questions: 200,
  /** Lists of ids: payment plans and assessments on offer, batches and applications to list. */
  ids: 100,
  /** Mail servers refuse larger emails: each file can have 2 MB. */
  attachments: 10,
  eventTypes: 100,
  webhookBatches: 100,
  /** Events of one page of the feed, and those that a page with a filter looks at. */
  feedPage: 1000,
  feedScanned: 10_000,
  feedWaitSeconds: 30,
  /** Interviews of a calendar feed, and days for which past and cancelled ones stay in it. */
  calendarEntries: 1_000,
  calendarPastDays: 90,
  calendarCancelledDays: 14,
  calendarSchools: 100,
  activityEntries: 100,
  newComments: 100,
  commentMentions: 20,
  /** Members of an application, those of removed fields included. */
  applicationMembers: 10_000,
  draftMembers: 1000,
  draftList: 500,
  preferences: 50,
  /** Events that one read model leaves out. */
  skippedEvents: 100,
  reportEvents: 10,
  reportConditions: 10,
  reportValues: 50,
  reportGroupings: 2,
  /** Of what a report asks, as JSON: below what a dynamic projection takes. */
  reportBytes: 60_000,
  /** Groups of a report that a chart shows by name; the others are *Other*. */
  reportGroups: 14,
  /** Rows of a report's file up to which it includes combinations without a case. */
  reportFilledRows: 200_000,
  /** Of a report: a row for each week, a column for each course. */
  reportYears: 20,
  /** Events that one call reads for a list as of a moment, and removed documents that it looks for. */
  pastEvents: 1_000_000,
  pastRemovals: 20_000,
  /** Applications whose history one report reads. */
  journeys: 20_000,
  /** The newest courses that a seat forecast weighs, and their applications. */
  forecastCourses: 20,
  forecastApplications: 20_000,
} as const;
