import { z } from 'zod';
import { ACTOR_KINDS } from '../../domain/access/actor.ts';
import { ACTIVITY_ACTIONS } from '../../domain/activity/actions.ts';
import {
  type ChangedByPut,
  CORE_VALUE_NAMES,
  type CoreField,
  type CoreValueName,
  forSetMembers,
} from '../../domain/application/core-fields.ts';
import { COMMENT_KINDS } from '../../domain/application/events.ts';
import { APPLICATION_STATUSES } from '../../domain/application/statuses.ts';
import { LIMITS } from '../../domain/limits/limits.ts';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import { ID_LIMIT, PARAGRAPH_LIMIT, SEARCH_LIMIT, TEXT_LIMIT } from '../../domain/text/text-limits.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { endpoint, WEIGHING_MS } from './endpoint.ts';
import { jsonSchemaOf, published, requiring } from './published.ts';
import {
  asOf,
  asOfQuery,
  email,
  id,
  idList,
  idParams,
  instant,
  listOf,
  moment,
  seenText,
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
  /** What staff logged; absent for a comment. */
  kind: z.enum(COMMENT_KINDS).optional(),
  /** The day on which staff want to act again; absent once that is done. */
  followUpOn: z.iso.date().optional(),
});
export type Comment = z.infer<typeof commentSchema>;

const correctionSchema = z.object({ _id: z.string(), note: z.string() });

export const activityEntrySchema = z.object({
  action: z.enum(ACTIVITY_ACTIONS),
  actionDetails: nullableText,
  timestamp: instant,
});

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

const setValue = (setTo: NonNullable<CoreField['setTo']>, anyId: z.ZodString) =>
  setTo === 'id' ? anyId : z.enum(setTo);

/** Members that the viewer may not see are absent. Custom fields have their own names: texts or file references. */
export const applicationSchema = z
  .object({
    _id: z.string(),
    version,
    organizationId: z.string(),
    batchId: z.string(),
    status: z.enum(APPLICATION_STATUSES),
    createdAt: instant,
    /** When the original of a transferred copy was submitted; absent in other applications. */
    appliedAt: instant.optional(),
    trackingNumber: z.int().nullable(),
    email: nullableText,
    ...coreValues,
    userId: nullableText,
    tracking: trackingSchema.optional(),
    ...forSetMembers((_, setTo) => setValue(setTo, z.string()).nullable().optional()),
    adminAssignee: z.object({ userId: z.string(), userEmail: nullableText }).nullable().optional(),
    /** For Owners and Admins; oldest first. */
    adminComments: z.array(commentSchema).optional(),
    /** Answers that staff want corrected; `_id` is the field. A mark ends with the next save of the field. */
    requestedCorrections: z.array(correctionSchema).optional(),
    /** Not in lists. The fields that were marked and have been corrected since; empty once the status changes. */
    correctedAnswers: z.array(z.string()).optional(),
    assessmentScores: z.array(z.object({ score: z.number().nullable() })).optional(),
    userActivity: z
      .object({
        /** The newest 5,000, oldest first. */
        activityEntries: z.array(activityEntrySchema),
        /** Counts of older actions, if there are any. */
        earlier: z.array(z.object({ action: z.enum(ACTIVITY_ACTIONS), count: z.int() })).optional(),
      })
      .optional(),
    /** For Owners and Admins, not in lists: emails to the applicant that could not be sent. */
    failedEmails: z.int().optional(),
    /** Of a transferred copy, until its applicant is seen again, that of the original. */
    lastSeenAt: instant.nullable().optional(),
    /** For staff. */
    statusSince: instant.optional(),
    calendlyEventUri: nullableText.optional(),
    calendlyStartTime: nullableText.optional(),
    calendlyEndTime: nullableText.optional(),
    calendlyJoinUrl: nullableText.optional(),
    transferredFrom: nullableText.optional(),
    transferredTo: nullableText.optional(),
    steps: z.array(stepStateSchema).optional(),
    isErased: z.boolean().optional(),
  })
  .catchall(z.unknown());
export type ApplicationView = z.infer<typeof applicationSchema>;

const { shape } = applicationSchema.pick({
  _id: true,
  batchId: true,
  status: true,
  createdAt: true,
  trackingNumber: true,
  email: true,
  firstName: true,
  lastName: true,
  phoneNumber: true,
});
/** A hit of a search; members that the viewer may not see are absent. */
const applicantSchema = z.object(shape);
export type Applicant = z.infer<typeof applicantSchema>;

/** Per answer. */
export const MOST_APPLICANTS = 10;

export const historyEntrySchema = z.object({
  type: z.string(),
  at: instant,
  actor: z.object({
    kind: z.enum(ACTOR_KINDS),
    id: nullableText,
    email: nullableText,
  }),
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  /** The bulk change that it was part of or that it undoes; not in the audit log. */
  bulk: z.object({ _id: z.string(), applications: z.int(), isUndo: z.boolean() }).optional(),
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

const applicationStepSchema = historyEntrySchema.extend({
  /** Counted from 0; `before` asks for lower numbers. */
  number: z.int(),
  /** For `asOf`: the state after this step. */
  position: z.string(),
});
export type ApplicationStep = z.infer<typeof applicationStepSchema>;

/** Per answer: steps, and their characters, but at least one step. */
export const MOST_STEPS = 500;
export const MOST_STEPS_TEXT = 2_097_152;

const trackingBody = z.object({ source: text, medium: text, campaign: text, term: text, content: text }).nullish();

/** Unknown names are ignored. */
const submission = withMembersUpTo(
  z
    .object({
      batchId: id,
      organizationId: id.nullish(),
      email: published(text, email),
      tracking: trackingBody,
    })
    .catchall(z.unknown()),
  LIMITS.applicationMembers,
);

const changedMembers = {
  status: published(z.enum(APPLICATION_STATUSES, TEXTS.applications.statusUnknown).nullish(), {
    enum: APPLICATION_STATUSES,
  }),
  email: published(text, email),
  userId: published(id.nullish(), jsonSchemaOf(id, 'input')),
  ...forSetMembers((_, setTo) => setValue(setTo, id).nullish()),
  adminAssignee: z.object({ userId: id.nullish() }).nullish(),
  adminComments: listOf(
    requiring(
      z.object({
        _id: z.string().max(ID_LIMIT).nullish(),
        message: seenText(PARAGRAPH_LIMIT),
        /** Of a new comment. */
        kind: z.enum(COMMENT_KINDS).nullish(),
        followUpOn: z.iso.date(TEXTS.applications.followUpInvalid).max('2026-11-25'.length).nullish(),
        /** Owners and Admins who are told of a new comment. */
        mentions: z.array(id).max(LIMITS.commentMentions).optional(),
      }),
      'message',
    ),
    QUOTAS.application.comments,
  ).nullish(),
  requestedCorrections: listOf(
    requiring(z.object({ _id: z.string().max(ID_LIMIT), note: seenText(TEXT_LIMIT) }), 'note'),
    LIMITS.fields,
  ).nullish(),
} satisfies Record<ChangedByPut, z.ZodType>;

const { status: changedStatus, ...otherChanged } = changedMembers;
const changes = withMembersUpTo(
  z
    .object({
      version: version.nullish(),
      status: changedStatus,
      transferBatchId: id.nullish(),
      /** The version of the last status change, which `status` undoes: the former status keeps its beginning. */
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
  pastCapability: 'history.read',
  summary:
    "For staff the current organization's applications, newest first; for others, and with filter=mine, the person's own. `asOf` returns the organization's as of a time to those who read its history.",
  query: z.object({
    batchIds: idList.optional(),
    /** Comma-separated: limits the list, e.g. to those that `/api/live` named. */
    ids: idList.optional(),
    filter: z.literal('mine').optional(),
    asOf: asOf.optional(),
  }),
  response: z.array(applicationSchema),
});
export const searchApplicants = endpoint({
  method: 'GET',
  path: '/api/applicants',
  capability: 'application.list',
  costMs: WEIGHING_MS,
  summary:
    "The current organization's applications by name, email, phone or number, at most 10: first those with words that begin with what is searched for, then those that contain it, newest first. Case and accents do not count.",
  query: z.object({ search: z.string().max(SEARCH_LIMIT) }),
  response: z.array(applicantSchema),
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
  pastCapability: 'application.readPast',
  summary: 'One application, as this person may see it.',
  params: idParams,
  query: asOfQuery,
  response: applicationSchema,
});
export const changeApplication = endpoint({
  method: 'PUT',
  path: '/api/applications/{id}',
  capability: 'application.completeSteps',
  tokenCapability: 'application.changeStatus',
  summary:
    'Changes what differs, all or nothing. A client with an API token changes only status and comments; other members are ignored.',
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
    'Its history: who changed what and when. The newest steps, oldest first, at most 500 or 2 MB; `before` returns those before that step number.',
  params: idParams,
  query: z.object({ before: versionText.optional() }),
  response: z.array(applicationStepSchema),
});
export const recordActivity = endpoint({
  method: 'POST',
  path: '/api/userActivity',
  capability: 'application.recordActivity',
  summary: "Records what the applicant did; staff's own activity is not recorded.",
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
  response: z.object({ applicationId: z.string(), activityEntries: z.array(activityEntrySchema) }),
});
