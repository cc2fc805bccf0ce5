import { z } from 'zod';
import type { EMAIL_EVENTS } from '../email/events.ts';
import type { Audience } from '../event-sourcing/audience.ts';
import { defineEvent, type EventOf } from '../event-sourcing/event.ts';
import { FILE_REFERENCE } from '../file/file-reference.ts';
import type { PersonalDataErased } from '../values/personal-data.ts';
import { APPLICATION_STATUSES } from './statuses.ts';

export const fieldValue = z.union([z.string(), FILE_REFERENCE]);
export type FieldValue = z.infer<typeof fieldValue>;
export type FieldValues = Readonly<Record<string, FieldValue>>;

const status = z.enum(APPLICATION_STATUSES);
const nullableText = z.string().nullable();
/** For events that change a member that only Owners and Admins see. */
const adminsOnly = (member: string): Audience => ({
  document: 'application',
  restricted: { to: 'application.readAdminOnly', members: [member] },
});

export const trackingLink = z.object({
  source: nullableText,
  medium: nullableText,
  campaign: nullableText,
  term: nullableText,
  content: nullableText,
});
export type TrackingLink = z.infer<typeof trackingLink>;
export const NO_TRACKING: TrackingLink = { source: null, medium: null, campaign: null, term: null, content: null };

/** `values` holds all form values except the email, firstName, lastName and phoneNumber included. */
export const ApplicationSubmitted = defineEvent({
  type: 'ApplicationSubmitted',
  audience: { document: 'application' },
  data: z.object({
    organizationId: z.string(),
    batchId: z.string(),
    trackingNumber: z.number().int(),
    tracking: trackingLink,
    userId: nullableText,
  }),
  personal: z.object({ email: z.string(), values: z.record(z.string(), fieldValue) }),
});

/**
 * `fields` names what was saved, so that the history shows it without decrypting; null = cleared. `lastCorrectionFor`: with it
 * every answer that staff had marked is corrected, and this is whom the application is assigned to.
 */
export const DetailsSaved = defineEvent({
  type: 'DetailsSaved',
  audience: { document: 'application' },
  data: z.object({ fields: z.array(z.string()), lastCorrectionFor: nullableText.optional() }),
  personal: z.object({ values: z.record(z.string(), fieldValue.nullable()) }),
});

/** Staff ask the applicant to correct these answers. `notes` holds a note for each; null = no longer to be corrected. */
export const AnswersMarked = defineEvent({
  type: 'AnswersMarked',
  audience: { document: 'application' },
  data: z.object({ fields: z.array(z.string()) }),
  personal: z.object({ notes: z.record(z.string(), nullableText) }),
});

export const EmailCorrected = defineEvent({
  type: 'EmailCorrected',
  audience: { document: 'application' },
  data: z.object({}),
  personal: z.object({ email: z.string() }),
});

/** `since` is set by undo: the time at which the restored status began. */
export const StatusChanged = defineEvent({
  type: 'StatusChanged',
  audience: { document: 'application' },
  data: z.object({ from: status, to: status, since: z.string().optional() }),
});

/** `from`: the account that held the application without proof and loses it to the account that has proven the email. */
export const UserLinked = defineEvent({
  type: 'UserLinked',
  audience: { document: 'application' },
  data: z.object({ userId: z.string(), from: z.string().optional() }),
});

/** `userId` is null for an application without assignee. */
export const AdminAssigned = defineEvent({
  type: 'AdminAssigned',
  audience: adminsOnly('adminAssignee'),
  data: z.object({ userId: nullableText }),
});

/** `paymentModelId` is null for no plan. */
export const PaymentPlanChosen = defineEvent({
  type: 'PaymentPlanChosen',
  audience: { document: 'application', restricted: { to: 'invoice.read', members: ['selectedPaymentModelId'] } },
  data: z.object({ paymentModelId: nullableText }),
});

export const COMMENT_KINDS = ['call', 'meeting'] as const;
export type CommentKind = (typeof COMMENT_KINDS)[number];
/** `kind`: what staff logged, absent for a comment. `followUpOn`: the day (`YYYY-MM-DD`) on which they want to act again. */
const commentLog = { kind: z.enum(COMMENT_KINDS).optional(), followUpOn: z.string().optional() };

/** The author is the event's actor, the date the event's time. `mentions`: accounts that the author wants to see it. */
export const CommentAdded = defineEvent({
  type: 'CommentAdded',
  audience: adminsOnly('adminComments'),
  data: z.object({ commentId: z.string(), ...commentLog, mentions: z.array(z.string()).optional() }),
  personal: z.object({ message: z.string() }),
});

/** `followUpOn` is null once it is done. */
export const CommentFollowUpSet = defineEvent({
  type: 'CommentFollowUpSet',
  audience: adminsOnly('adminComments'),
  data: z.object({ commentId: z.string(), followUpOn: nullableText }),
});

export const CommentDeleted = defineEvent({
  type: 'CommentDeleted',
  audience: adminsOnly('adminComments'),
  data: z.object({ commentId: z.string() }),
});

/**
 * The only event of a stream that is no application: the place of an email in a batch, claimed by the application `by`
 * before its email is corrected or it leaves CANCELLED or TRANSFERRED.
 */
export const PlaceClaimed = defineEvent({ type: 'PlaceClaimed', audience: null, data: z.object({ by: z.string() }) });

/** On the original, whose status becomes TRANSFERRED; `message` is its comment. */
export const ApplicationTransferred = defineEvent({
  type: 'ApplicationTransferred',
  audience: { document: 'application' },
  data: z.object({ from: status, toBatchId: z.string(), copyId: z.string(), commentId: z.string() }),
  personal: z.object({ message: z.string() }),
});

/** The first event of the copy: all that a transfer carries over; the last comment is 'Transferred from …'. */
export const ApplicationCopied = defineEvent({
  type: 'ApplicationCopied',
  audience: { document: 'application' },
  data: z.object({
    fromId: z.string(),
    fromBatchId: z.string(),
    organizationId: z.string(),
    batchId: z.string(),
    trackingNumber: z.number().int(),
    tracking: trackingLink,
    userId: nullableText,
    status,
    adminAssigneeId: nullableText,
    selectedPaymentModelId: nullableText,
    calendlyEventUri: nullableText,
    calendlyStartTime: nullableText,
    calendlyEndTime: nullableText.optional(),
    calendlyJoinUrl: nullableText,
    comments: z.array(
      z.object({ commentId: z.string(), authorId: nullableText, postedDate: z.string(), ...commentLog }),
    ),
    /** The marked answers that were corrected before the transfer. */
    correctedAnswers: z.array(z.string()).optional(),
  }),
  personal: z.object({
    email: z.string(),
    values: z.record(z.string(), fieldValue),
    /** One for each of `data.comments`, in the same order. */
    messages: z.array(z.string()),
    /** The notes of the answers that are still to be corrected. Older copies have an `AnswersMarked` instead. */
    notes: z.record(z.string(), z.string()).optional(),
  }),
});

/** Undo of an import: the application leaves every list. Its personal data is erased before. */
export const ApplicationRemoved = defineEvent({
  type: 'ApplicationRemoved',
  audience: { document: 'application' },
  data: z.object({}),
});

/** The words of the email that the request with this id sends; those of its template, if it has one, are replaced. */
export const EmailTextWritten = defineEvent({
  type: 'EmailTextWritten',
  audience: { document: 'messages' },
  data: z.object({ requestId: z.string() }),
  personal: z.object({ subject: z.string(), body: z.string() }),
});

export const InterviewScheduled = defineEvent({
  type: 'InterviewScheduled',
  audience: { document: 'application' },
  data: z.object({ eventUri: nullableText, startsAt: nullableText, joinUrl: nullableText }),
});

/**
 * Time and link of the interview from the scheduling service. `eventUri` names the booking, because another one may
 * have followed. `endsAt` is absent while the end is not known.
 */
export const InterviewDetailsReceived = defineEvent({
  type: 'InterviewDetailsReceived',
  audience: { document: 'application' },
  data: z.object({
    eventUri: z.string(),
    startsAt: z.string(),
    endsAt: z.string().optional(),
    joinUrl: nullableText,
  }),
});

export const APPLICATION_EVENTS = [
  ApplicationSubmitted,
  DetailsSaved,
  AnswersMarked,
  EmailCorrected,
  StatusChanged,
  UserLinked,
  AdminAssigned,
  PaymentPlanChosen,
  CommentAdded,
  CommentFollowUpSet,
  CommentDeleted,
  PlaceClaimed,
  ApplicationTransferred,
  ApplicationCopied,
  ApplicationRemoved,
  EmailTextWritten,
  InterviewScheduled,
  InterviewDetailsReceived,
] as const;

export type ApplicationEvent =
  | EventOf<(typeof APPLICATION_EVENTS)[number]>
  | EventOf<(typeof EMAIL_EVENTS)[number]>
  | EventOf<typeof PersonalDataErased>;
