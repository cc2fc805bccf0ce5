/**
 * How long the lists of documents and calls can be (docs/decisions/0035). The contract publishes these limits, the rules of
 * each document enforce them. A document that is longer already stays readable, and can be changed as long as its list does
 * not grow.
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
  /** Of every list of ids: payment plans and assessments on offer, batches and applications to be listed. */
  ids: 100,
  /** More than that no mail server accepts: each file can have 2 MB. */
  attachments: 10,
  eventTypes: 100,
  activityEntries: 100,
  /** Comments that one PUT adds. */
  newComments: 100,
  /** Members of an application, with all that its forms ask and once asked. */
  applicationMembers: 10_000,
  draftMembers: 1000,
  /** Of a draft's or preference's value that is a list. */
  draftList: 500,
  preferences: 50,
} as const;
