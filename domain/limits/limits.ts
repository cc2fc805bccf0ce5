/**
 * Limits of lists in documents and calls (docs/decisions/0035). The contract publishes them, the rules of each document
 * enforce them. A longer list of an earlier version stays readable and must not grow.
 */
export const LIMITS = {
  /** Of a process. */
  steps: 200,
  /** Of each form. */
  fields: 200,
  /** Of the dashboard, as a process lists them. */
  columns: 200,
  /** Of a select, and of a quiz question. */
  options: 50,
  /** Of a condition. */
  terms: 50,
  /** Of a step. */
  contentBlocks: 100,
  /** Of a content block. */
  integrations: 10,
  /** Of an assessment. */
  questions: 200,
  /** Lists of ids: payment plans and assessments on offer, batches and applications to list. */
  ids: 100,
  /** Mail servers refuse larger emails: each file can have 2 MB. */
  attachments: 10,
  eventTypes: 100,
  activityEntries: 100,
  /** Comments that one PUT adds. */
  newComments: 100,
  /** Members of an application, those of removed fields included. */
  applicationMembers: 10_000,
  draftMembers: 1000,
  /** A list within a draft or preference. */
  draftList: 500,
  preferences: 50,
} as const;
