import { z } from 'zod';
import { ACTIVITY_ACTIONS } from '../../domain/activity/actions.ts';
import { type ChangedByPut, CORE_VALUE_NAMES, type CoreValueName } from '../../domain/application/core-fields.ts';
import { APPLICATION_STATUSES } from '../../domain/application/statuses.ts';
import { LIMITS } from '../../domain/limits/limits.ts';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import { ID_LIMIT } from '../../domain/text/text-limits.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { endpoint } from './endpoint.ts';
import {
  asOfQuery,
  id,
  idList,
  idParams,
  instant,
  listOf,
  moment,
  paragraph,
  text,
  version,
  versionText,
  withMembersUpTo,
} from './values.ts';

const nullableText = z.string().nullable();

export const trackingSchema = z.object({
  source: nullableText,
  medium: nullableText,
  campaign: nullableText,
  term: nullableText,
  content: nullableText,
});
export type Tracking = z.infer<typeof trackingSchema>;

export const commentSchema = z.object({
  _id: z.string(),
  message: z.string(),
  authorId: nullableText,
  authorEmail: nullableText,
  postedDate: instant,
});
export type Comment = z.infer<typeof commentSchema>;

export const activityEntrySchema = z.object({
  action: z.enum(ACTIVITY_ACTIONS),
  actionDetails: nullableText,
  timestamp: instant,
});
export type ActivityEntry = z.infer<typeof activityEntrySchema>;

export const stepStateSchema = z.object({
  index: z.int(),
  isVisible: z.boolean(),
  isComplete: z.boolean(),
  isActive: z.boolean(),
});
export type StepState = z.infer<typeof stepStateSchema>;

const optionalText = nullableText.optional();
const coreValues = Object.fromEntries(CORE_VALUE_NAMES.map((name) => [name, optionalText])) as Record<
  CoreValueName,
  typeof optionalText
>;

/**
 * Optional members are absent where the viewer may not see them. Custom fields of the batch's process stand beside
 * them under their own names: texts, or a file reference.
 */
export const applicationSchema = z
  .object({
    _id: z.string(),
    version,
    organizationId: z.string(),
    batchId: z.string(),
    status: z.enum(APPLICATION_STATUSES),
    createdAt: instant,
    trackingNumber: z.int().nullable(),
    email: nullableText,
    ...coreValues,
    userId: nullableText,
    tracking: trackingSchema.optional(),
    /** Owner and Admin, and the applicant's own choice. */
    selectedPaymentModelId: nullableText.optional(),
    /** Owner and Admin. */
    adminAssignee: z.object({ userId: z.string(), userEmail: nullableText }).nullable().optional(),
    /** Owner and Admin; oldest first. */
    adminComments: z.array(commentSchema).optional(),
    assessmentScores: z.array(z.object({ score: z.number().nullable() })).optional(),
    /** Not in lists, which carry `lastSeenAt` only. */
    userActivity: z
      .object({
        /** The newest 5,000, oldest first. */
        activityEntries: z.array(activityEntrySchema),
        /** How often each action happened before those; absent where they are all. */
        earlier: z.array(z.object({ action: z.enum(ACTIVITY_ACTIONS), count: z.int() })).optional(),
      })
      .optional(),
    /** Owner and Admin; not in lists: how many emails to the applicant could not be sent. */
    failedEmails: z.int().optional(),
    lastSeenAt: instant.nullable().optional(),
    /** Staff: since when it has its present status. */
    statusSince: instant.optional(),
    calendlyEventUri: nullableText.optional(),
    calendlyStartTime: nullableText.optional(),
    calendlyJoinUrl: nullableText.optional(),
    transferredFrom: nullableText.optional(),
    transferredTo: nullableText.optional(),
    /** Not in lists: one for each of the process's steps. */
    steps: z.array(stepStateSchema).optional(),
    /** True once the person was erased: the blanks read "[erased]". */
    isErased: z.boolean().optional(),
  })
  .catchall(z.unknown());
export type ApplicationView = z.infer<typeof applicationSchema>;

export const historyEntrySchema = z.object({
  /** The event's type (docs/events.md). */
  type: z.string(),
  at: instant,
  actor: z.object({
    kind: z.enum(['user', 'anonymous', 'system', 'provider']),
    id: nullableText,
    email: nullableText,
  }),
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  /** The change of many applications that it was a part of, or that it takes back; not in the audit log. */
  bulk: z.object({ _id: z.string(), applications: z.int(), isUndo: z.boolean() }).optional(),
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

/** One step of an application. */
const applicationStepSchema = historyEntrySchema.extend({
  /** 0 is the first step; `before` asks for those with a lower one. */
  number: z.int(),
});
export type ApplicationStep = z.infer<typeof applicationStepSchema>;

/** Of one answer: so many steps, and so many characters of them, but at least one. */
export const MOST_STEPS = 500;
export const MOST_STEPS_TEXT = 2_097_152;

const trackingBody = z.object({ source: text, medium: text, campaign: text, term: text, content: text }).nullish();

/** Form values stand at the top level under their field's name; unknown names are ignored. */
const submission = withMembersUpTo(
  z
    .object({
      batchId: id,
      organizationId: id.nullish(),
      email: text,
      tracking: trackingBody,
    })
    .catchall(z.unknown()),
  LIMITS.applicationMembers,
);

const changedMembers = {
  status: z.enum(APPLICATION_STATUSES, TEXTS.applications.statusUnknown).nullish(),
  email: text,
  userId: id.nullish(),
  selectedPaymentModelId: id.nullish(),
  adminAssignee: z.object({ userId: id.nullish() }).nullish(),
  adminComments: listOf(
    z.object({ _id: z.string().max(ID_LIMIT).nullish(), message: paragraph }),
    QUOTAS.application.comments,
  ).nullish(),
} satisfies Record<ChangedByPut, z.ZodType>;

const { status: changedStatus, ...otherChanged } = changedMembers;
const changes = withMembersUpTo(
  z
    .object({
      version: version.nullish(),
      status: changedStatus,
      /** With `status: TRANSFERRED`. */
      transferBatchId: id.nullish(),
      /** The version that the last change of the status made, which `status` takes back: the former one goes on from its beginning. */
      undoes: version.nullish(),
      ...otherChanged,
      tracking: trackingBody,
    })
    .catchall(z.unknown()),
  LIMITS.applicationMembers,
);

export const listApplications = endpoint({
  method: 'GET',
  path: '/api/applications',
  capability: 'application.listOwn',
  summary: "Staff: the current organization's, newest first; others, and with filter=mine: the person's own.",
  query: z.object({
    /** Comma-separated. */
    batchIds: idList.optional(),
    /** Comma-separated: of the list only these, e.g. those that `/api/live` has told of. */
    ids: idList.optional(),
    filter: z.literal('mine').optional(),
  }),
  response: z.array(applicationSchema),
});
export const submitApplication = endpoint({
  method: 'POST',
  path: '/api/applications',
  capability: 'application.submit',
  summary: 'Applies to an Open batch with the values of its application form.',
  body: submission,
  response: applicationSchema,
});
export const getApplication = endpoint({
  method: 'GET',
  path: '/api/applications/{id}',
  capability: 'application.read',
  summary: 'One application, as this person may see it.',
  params: idParams,
  query: asOfQuery,
  response: applicationSchema,
});
export const changeApplication = endpoint({
  method: 'PUT',
  path: '/api/applications/{id}',
  capability: 'application.completeSteps',
  summary: 'Turns the differences into commands and decides them together.',
  params: idParams,
  body: changes,
  response: applicationSchema,
});
export const getApplicationHistory = endpoint({
  method: 'GET',
  path: '/api/applications/{id}/history',
  capability: 'history.read',
  isCostly: true,
  summary:
    'Its newest steps, oldest first, at most 500 or 2 MB of them: who changed what, when. `before` asks for those before the step of that number.',
  params: idParams,
  query: z.object({ before: versionText.optional() }),
  response: z.array(applicationStepSchema),
});
export const recordActivity = endpoint({
  method: 'POST',
  path: '/api/userActivity',
  capability: 'application.recordActivity',
  summary: "Notes what the applicant did; staff's own activity is not noted.",
  body: z.object({
    applicationId: id,
    activityEntries: z
      .array(
        z.object({
          action: z.enum(ACTIVITY_ACTIONS),
          actionDetails: text,
          timestamp: moment,
        }),
      )
      .max(LIMITS.activityEntries),
  }),
  /** What was recorded by this call. */
  response: z.object({ applicationId: z.string(), activityEntries: z.array(activityEntrySchema) }),
});
