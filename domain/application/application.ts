import { aggregate } from '../event-sourcing/aggregate.ts';
import { accept, type DecisionContext, type Result, reject } from '../event-sourcing/decision.ts';
import type { Happened } from '../event-sourcing/event.ts';
import { bytesOf, inBytes, QUOTAS } from '../limits/quotas.ts';
import { PARAGRAPH_LIMIT, TEXT_LIMIT } from '../text/text-limits.ts';
import { TEXTS } from '../text/texts.ts';
import { isCalendarDay } from '../values/days.ts';
import { isEmail } from '../values/email.ts';
import { forSetMembers, type SetMembers } from './core-fields.ts';
import type { ApplicationEvent, FieldValue, FieldValues, TrackingLink } from './events.ts';
import { isSameValue } from './field-value.ts';
import {
  type Application,
  type ApplicationState,
  type Comment,
  type CommentLog,
  type Correction,
  NOTHING,
} from './state.ts';
import { type ApplicationStatus, hasReached, isLocked, releasesPlace } from './statuses.ts';

type Command<Type extends string, Data> = { readonly type: Type; readonly data: Readonly<Data> };

export type CopyData = Extract<ApplicationEvent, { type: 'ApplicationCopied' }>['data'] & {
  readonly email: string;
  readonly values: FieldValues;
  readonly messages: readonly string[];
  readonly corrections: readonly Correction[];
};

export type ApplicationCommand =
  | Command<
      'SubmitApplication',
      {
        organizationId: string;
        batchId: string;
        trackingNumber: number;
        tracking: TrackingLink;
        userId: string | null;
        email: string;
        values: FieldValues;
      }
    >
  | Command<'SaveDetails', { values: Readonly<Record<string, FieldValue | null>> }>
  /** A note for each field to be corrected; null takes the mark back. */
  | Command<'MarkAnswers', { notes: Readonly<Record<string, string | null>> }>
  | Command<'CorrectEmail', { email: string }>
  /** `since`: undo restores the former start of the status. */
  | Command<'ChangeStatus', { to: ApplicationStatus; since?: string }>
  | Command<'AssignAdmin', { userId: string | null }>
  | Command<'ChoosePaymentPlan', { paymentModelId: string | null }>
  /** Derived from the command's id, so that a repeated call adds no second comment. */
  | Command<'AddComment', { commentId: string; message: string; mentions?: readonly string[] } & CommentLog>
  | Command<'SetFollowUp', { commentId: string; followUpOn: string | null }>
  | Command<'DeleteComment', { commentId: string }>
  /** `isProven`: the account has proven the application's email, which supersedes any other link. */
  | Command<'LinkUser', { userId: string; isProven: boolean }>
  | Command<'ClaimPlace', { by: string }>
  | Command<'Transfer', { toBatchId: string; toBatchName: string; copyId: string; commentId: string }>
  | Command<'Copy', CopyData>
  | Command<'ScheduleInterview', { eventUri: string | null; startsAt: string | null; joinUrl: string | null }>
  | Command<'ReceiveInterviewDetails', { eventUri: string; startsAt: string; endsAt?: string; joinUrl: string | null }>
  /** Derived from the command's id, so that a repeated call sends no second email. */
  | Command<
      'RequestEmail',
      {
        requestId: string;
        templateId: string;
        templateVersion: number;
        template: string;
        sendAt: string | null;
        /** Absent: the template's. */
        text?: { readonly subject: string; readonly body: string };
      }
    >
  | Command<'CancelEmail', { requestId: string }>
  | Command<'RecordEmailOutcome', { outboxId: string; template: string; failure: string | null }>
  /** Has an effect only on an email that has failed for good. */
  | Command<'RetryEmail', { outboxId: string }>
  | Command<'ErasePersonalData', Record<never, never>>
  | Command<'Remove', Record<never, never>>;

export const SETTERS: {
  readonly [Name in keyof SetMembers]: (value: SetMembers[Name]) => ApplicationCommand;
} = {
  selectedPaymentModelId: (paymentModelId) => ({ type: 'ChoosePaymentPlan', data: { paymentModelId } }),
};

type Decision = Result<readonly ApplicationEvent[]>;
const nothing: Decision = accept([]);

/** Runs the decision on an existing application; a claimed place is not one. */
const onApplication =
  <Data>(decide: (data: Data, state: Application, context: DecisionContext) => Decision) =>
  (data: Data, state: ApplicationState, context: DecisionContext): Decision =>
    state.kind === 'application' ? decide(data, state, context) : reject('not-found', TEXTS.access.notFound);

/** Like `onApplication`, for commands that write personal data: refused after an erasure. */
const onPerson = <Data>(decide: (data: Data, state: Application, context: DecisionContext) => Decision) =>
  onApplication<Data>((data, state, context) =>
    state.isErased ? reject('refused', TEXTS.applications.erased) : decide(data, state, context),
  );

const change = (state: ApplicationState, changes: Partial<Application>): ApplicationState =>
  state.kind === 'application' ? { ...state, ...changes } : state;

/** `releasedAt` ends every claim that the application made before. */
const withStatus = (state: ApplicationState, status: ApplicationStatus, at: string): ApplicationState =>
  change(state, { status, ...(releasesPlace(status) ? { releasedAt: at } : {}) });

export const application = aggregate<ApplicationState, ApplicationEvent, ApplicationCommand>({
  category: 'application',
  initial: NOTHING,
  evolve: {
    ApplicationSubmitted: (_, { data, personal, at }) => ({
      ...EMPTY,
      ...data,
      userId: personal === null ? null : data.userId,
      createdAt: at,
      email: personal?.email ?? null,
      values: personal?.values ?? {},
      isErased: personal === null,
    }),
    ApplicationCopied: (_, { data, personal, at }) => {
      const { fromId, fromBatchId: _from, comments, ...rest } = data;
      return {
        ...EMPTY,
        ...rest,
        calendlyEndTime: rest.calendlyEndTime ?? null,
        userId: personal === null ? null : rest.userId,
        createdAt: at,
        transferredFrom: fromId,
        email: personal?.email ?? null,
        values: personal?.values ?? {},
        requestedCorrections: Object.entries(personal?.notes ?? {}).map(([_id, note]) => ({ _id, note })),
        isErased: personal === null,
        comments: comments.map(({ commentId, authorId, postedDate, ...log }, index) => ({
          _id: commentId,
          message: personal?.messages[index] ?? null,
          authorId,
          postedDate,
          ...log,
        })),
      };
    },
    DetailsSaved: (state, { personal }) =>
      state.kind === 'application' && personal
        ? {
            ...state,
            values: merge(state.values, personal.values),
            requestedCorrections: withMarks(state, notesFor(Object.keys(personal.values), null)),
            correctedAnswers: [...correctedOf(state), ...markedAmong(state, Object.keys(personal.values))],
          }
        : state,
    AnswersMarked: (state, { personal }) =>
      state.kind === 'application' && personal
        ? {
            ...state,
            requestedCorrections: withMarks(state, personal.notes),
            correctedAnswers:
              marksOf(state).length === 0
                ? []
                : correctedOf(state).filter((field) => !Object.hasOwn(personal.notes, field)),
          }
        : state,
    EmailCorrected: (state, { personal }) => (personal ? change(state, { email: personal.email }) : state),
    StatusChanged: (state, { data, at }) => change(withStatus(state, data.to, at), { correctedAnswers: [] }),
    // For an erased person a link is not restored, so that `?asOf=` does not lead to the account.
    UserLinked: (state, { data }) =>
      state.kind === 'application' && state.isErased ? state : change(state, { userId: data.userId }),
    AdminAssigned: (state, { data }) => change(state, { adminAssigneeId: data.userId }),
    PaymentPlanChosen: (state, { data }) => change(state, { selectedPaymentModelId: data.paymentModelId }),
    CommentAdded: (state, event) => withComment(state, event.data, event.personal?.message ?? null, event),
    CommentFollowUpSet: (state, { data: { commentId, followUpOn } }) =>
      state.kind === 'application'
        ? {
            ...state,
            comments: state.comments.map((one) => (one._id === commentId ? followedUp(one, followUpOn) : one)),
          }
        : state,
    CommentDeleted: (state, { data }) =>
      state.kind === 'application'
        ? { ...state, comments: state.comments.filter(({ _id }) => _id !== data.commentId) }
        : state,
    PlaceClaimed: (_, { data, at }) => ({ kind: 'claim', by: data.by, at }),
    ApplicationTransferred: (state, event) =>
      change(
        withStatus(
          withComment(state, { commentId: event.data.commentId }, event.personal?.message ?? null, event),
          'TRANSFERRED',
          event.at,
        ),
        { transferredTo: event.data.copyId },
      ),
    InterviewScheduled: (state, { data }) =>
      change(state, {
        calendlyEventUri: data.eventUri,
        calendlyStartTime: data.startsAt,
        calendlyEndTime: null,
        calendlyJoinUrl: data.joinUrl,
      }),
    InterviewDetailsReceived: (state, { data }) =>
      state.kind === 'application' && state.calendlyEventUri === data.eventUri
        ? {
            ...state,
            calendlyStartTime: data.startsAt,
            calendlyEndTime: data.endsAt ?? null,
            calendlyJoinUrl: data.joinUrl,
          }
        : state,
    EmailTextWritten: (state) =>
      state.kind === 'application' ? { ...state, writtenEmails: state.writtenEmails + 1 } : state,
    EmailRequested: (state, { data: { requestId, template } }) =>
      state.kind === 'application'
        ? { ...state, emailRequests: [...state.emailRequests, { requestId, template, isCancelled: false }] }
        : state,
    EmailCancelled: (state, { data: { requestId } }) =>
      state.kind === 'application'
        ? {
            ...state,
            emailRequests: state.emailRequests.map((request) =>
              request.requestId === requestId ? { ...request, isCancelled: true } : request,
            ),
          }
        : state,
    EmailDelivered: (state, { data }) => withEmail(state, data, null),
    EmailFailed: (state, { data }) => withEmail(state, data, data.reason),
    EmailRetryRequested: (state, { data }) =>
      state.kind === 'application'
        ? { ...state, mails: state.mails.filter(({ outboxId }) => outboxId !== data.outboxId) }
        : state,
    // The projection deletes the document; the erasure has released the place.
    ApplicationRemoved: (state) => state,
    PersonalDataErased: (state, { at }) =>
      state.kind === 'application'
        ? {
            ...state,
            email: null,
            values: {},
            requestedCorrections: [],
            correctedAnswers: [],
            comments: state.comments.map((comment) => ({ ...comment, message: null })),
            // The account may remain, and the link would identify the person.
            userId: null,
            isErased: true,
            erasedAt: at,
            releasedAt: at,
          }
        : state,
  },
  decide: {
    SubmitApplication: ({ email, values, ...data }, state) => {
      if (state.kind !== 'nothing') return reject('duplicate', TEXTS.enroll.duplicate);
      if (!isEmail(email)) return rejectField('email', TEXTS.accounts.emailInvalid);
      const tooLong = refusalOfAnswers({}, values);
      if (tooLong) return tooLong;
      return accept([{ type: 'ApplicationSubmitted', data, personal: { email: email.trim(), values } }]);
    },
    SaveDetails: onPerson(({ values }, state) => {
      const changed = Object.entries(values).filter(
        ([field, value]) => !isSameValue(value, Object.hasOwn(state.values, field) ? state.values[field] : null),
      );
      if (changed.length === 0) return nothing;
      const tooLong = refusalOfAnswers(state.values, merge(state.values, values));
      if (tooLong) return tooLong;
      const fields = changed.map(([field]) => field);
      const isLast = marksOf(state).length > 0 && markedAmong(state, fields).length === marksOf(state).length;
      const data = { fields, ...(isLast ? { lastCorrectionFor: state.adminAssigneeId } : {}) };
      return accept([{ type: 'DetailsSaved', data, personal: { values: Object.fromEntries(changed) } }]);
    }),
    MarkAnswers: onPerson(({ notes }, state) => {
      const wanted = Object.entries(notes).map(([field, note]) => [field, note?.trim() ?? null] as const);
      const changed = wanted.filter(([field, note]) => note !== noteOf(state, field));
      if (changed.length === 0) return nothing;
      const empty = changed.find(([, note]) => note === '');
      if (empty) return rejectField('requestedCorrections', TEXTS.applications.correctionNoteMissing);
      if (changed.some(([, note]) => note !== null && note.length > TEXT_LIMIT)) {
        return rejectField('requestedCorrections', TEXTS.forms.textTooLong(TEXT_LIMIT));
      }
      const fields = changed.map(([field]) => field);
      return accept([{ type: 'AnswersMarked', data: { fields }, personal: { notes: Object.fromEntries(changed) } }]);
    }),
    CorrectEmail: onPerson(({ email }, state) => {
      if (!isEmail(email)) return rejectField('email', TEXTS.accounts.emailInvalid);
      if (state.email === email.trim()) return nothing;
      return accept([{ type: 'EmailCorrected', data: {}, personal: { email: email.trim() } }]);
    }),
    ChangeStatus: onApplication(({ to, since }, state) => {
      if (to === state.status) return nothing;
      if (to === 'TRANSFERRED') return rejectField('transferBatchId', TEXTS.applications.transferTargetMissing);
      return accept([{ type: 'StatusChanged', data: { from: state.status, to, ...(since ? { since } : {}) } }]);
    }),
    AssignAdmin: onApplication(({ userId }, state) =>
      userId === state.adminAssigneeId ? nothing : accept([{ type: 'AdminAssigned', data: { userId } }]),
    ),
    ChoosePaymentPlan: onApplication(({ paymentModelId }, state) =>
      paymentModelId === state.selectedPaymentModelId
        ? nothing
        : accept([{ type: 'PaymentPlanChosen', data: { paymentModelId } }]),
    ),
    AddComment: onPerson(({ commentId, message, kind, followUpOn, mentions = [] }, state) => {
      if (state.comments.some(({ _id }) => _id === commentId)) return nothing;
      if (message.trim() === '') return rejectField('message', TEXTS.forms.required);
      if (message.length > PARAGRAPH_LIMIT) return rejectField('message', TEXTS.forms.textTooLong(PARAGRAPH_LIMIT));
      const refusal = refusalOfFollowUp(followUpOn) ?? refusalOfComment(state, message);
      if (refusal) return refusal;
      const mentioned = [...new Set(mentions)];
      const log = { ...(kind ? { kind } : {}), ...(followUpOn ? { followUpOn } : {}) };
      const data = { commentId, ...log, ...(mentioned.length > 0 && { mentions: mentioned }) };
      return accept([{ type: 'CommentAdded', data, personal: { message: message.trim() } }]);
    }),
    SetFollowUp: onPerson(({ commentId, followUpOn }, state) => {
      const comment = state.comments.find(({ _id }) => _id === commentId);
      if (!comment || (comment.followUpOn ?? null) === followUpOn) return nothing;
      return refusalOfFollowUp(followUpOn) ?? accept([{ type: 'CommentFollowUpSet', data: { commentId, followUpOn } }]);
    }),
    DeleteComment: onApplication(({ commentId }, state, { actor }) => {
      const comment = state.comments.find(({ _id }) => _id === commentId);
      if (!comment) return nothing;
      if (actor.id === undefined || comment.authorId !== actor.id) {
        return reject('forbidden', TEXTS.applications.commentNotOwn);
      }
      return accept([{ type: 'CommentDeleted', data: { commentId } }]);
    }),
    LinkUser: onPerson(({ userId, isProven }, state) => {
      const { userId: from } = state;
      if (from === userId) return nothing;
      if (from === null) return accept([{ type: 'UserLinked', data: { userId } }]);
      if (!isProven) return reject('refused', TEXTS.applications.alreadyLinked);
      return accept([{ type: 'UserLinked', data: { userId, from } }]);
    }),
    ClaimPlace: ({ by }, state) => {
      if (state.kind === 'nothing') return accept([{ type: 'PlaceClaimed', data: { by } }]);
      return state.kind === 'claim' && state.by === by ? nothing : reject('duplicate', TEXTS.enroll.duplicate);
    },
    Transfer: onPerson(({ toBatchId, toBatchName, copyId, commentId }, state) => {
      if (state.status === 'TRANSFERRED') {
        return state.transferredTo === copyId ? nothing : reject('refused', TEXTS.applications.alreadyTransferred);
      }
      if (toBatchId === state.batchId) return rejectField('transferBatchId', TEXTS.applications.transferTargetMissing);
      return accept([
        {
          type: 'ApplicationTransferred',
          data: { from: state.status, toBatchId, copyId, commentId },
          personal: { message: TEXTS.applications.transferredTo(toBatchName) },
        },
      ]);
    }),
    Copy: ({ email, values, messages, corrections, ...data }, state) => {
      if (state.kind === 'application' && state.transferredFrom === data.fromId) return nothing;
      if (state.kind !== 'nothing') return reject('duplicate', TEXTS.enroll.duplicate);
      const marks = corrections.length > 0 && {
        notes: Object.fromEntries(corrections.map(({ _id, note }) => [_id, note])),
      };
      return accept([
        { type: 'ApplicationCopied', data, personal: { email, values, messages: [...messages], ...marks } },
      ]);
    },
    ScheduleInterview: onApplication((data, state) => {
      if (isLocked(state.status)) return reject('refused', TEXTS.applications.locked);
      if (isScheduledAlready(state, data)) return nothing;
      const moved = movesByScheduling(state.status) ? [interviewIsSet(state.status)] : [];
      return accept([{ type: 'InterviewScheduled', data }, ...moved]);
    }),
    ReceiveInterviewDetails: onApplication((data, state) => {
      if (state.calendlyEventUri !== data.eventUri || isScheduledAlready(state, data)) return nothing;
      return accept([{ type: 'InterviewDetailsReceived', data }]);
    }),
    RequestEmail: onPerson(({ text, ...data }, state) => {
      if (state.emailRequests.some(({ requestId }) => requestId === data.requestId)) return nothing;
      const limit = QUOTAS.application.emails;
      if (state.emailRequests.length >= limit) return reject('refused', TEXTS.quotas.emails(limit));
      const moved = state.status === 'NEW' ? [informationIsSent] : [];
      const { requestId } = data;
      const written = text ? [{ type: 'EmailTextWritten', data: { requestId }, personal: text } as const] : [];
      return accept([...written, { type: 'EmailRequested', data }, ...moved]);
    }),
    CancelEmail: onApplication(({ requestId }, state) => {
      const request = state.emailRequests.find((one) => one.requestId === requestId);
      if (!request || request.isCancelled) return nothing;
      return accept([{ type: 'EmailCancelled', data: { requestId, template: request.template } }]);
    }),
    RecordEmailOutcome: onApplication(({ outboxId, template, failure }, state) => {
      if (state.mails.some((mail) => mail.outboxId === outboxId && mail.failure === failure)) return nothing;
      return accept([
        failure === null
          ? { type: 'EmailDelivered', data: { outboxId, template } }
          : { type: 'EmailFailed', data: { outboxId, template, reason: failure } },
      ]);
    }),
    RetryEmail: onPerson(({ outboxId }, state) => {
      const given = state.mails.find((mail) => mail.outboxId === outboxId);
      if (!given || given.failure === null) return nothing;
      return accept([{ type: 'EmailRetryRequested', data: { outboxId, template: given.template } }]);
    }),
    ErasePersonalData: onApplication((_, state) =>
      state.erasedAt === null ? accept([{ type: 'PersonalDataErased', data: {} }]) : nothing,
    ),
    Remove: onApplication((_, { erasedAt }) =>
      erasedAt === null
        ? accept([
            { type: 'PersonalDataErased', data: {} },
            { type: 'ApplicationRemoved', data: {} },
          ])
        : nothing,
    ),
  },
});

const EMPTY = {
  kind: 'application',
  status: 'NEW',
  adminAssigneeId: null,
  ...forSetMembers(() => null),
  requestedCorrections: [],
  correctedAnswers: [],
  comments: [],
  calendlyEventUri: null,
  calendlyStartTime: null,
  calendlyEndTime: null,
  calendlyJoinUrl: null,
  transferredFrom: null,
  transferredTo: null,
  erasedAt: null,
  releasedAt: null,
  emailRequests: [],
  writtenEmails: 0,
  mails: [],
} as const;

function withComment(
  state: ApplicationState,
  { commentId, kind, followUpOn }: { readonly commentId: string } & CommentLog,
  message: string | null,
  { at, actor }: Pick<Happened<ApplicationEvent>, 'at' | 'actor'>,
): ApplicationState {
  if (state.kind !== 'application') return state;
  const log = { ...(kind ? { kind } : {}), ...(followUpOn ? { followUpOn } : {}) };
  const comment = { _id: commentId, message, authorId: actor.id ?? null, postedDate: at, ...log };
  return { ...state, comments: [...state.comments, comment] };
}

function followedUp({ followUpOn: _former, ...comment }: Comment, followUpOn: string | null): Comment {
  return followUpOn === null ? comment : { ...comment, followUpOn };
}

/** Outcomes of the newest emails. Older ones are in the outbox and in the log. */
const EMAILS_KEPT = 2_000;

/** The last outcome counts: a dispatcher that died may report one twice. */
function withEmail(
  state: ApplicationState,
  { outboxId, template }: { readonly outboxId: string; readonly template: string },
  failure: string | null,
): ApplicationState {
  if (state.kind !== 'application') return state;
  const others = state.mails.filter((mail) => mail.outboxId !== outboxId);
  return { ...state, mails: [...others.slice(1 - EMAILS_KEPT), { outboxId, template, failure }] };
}

function merge(values: FieldValues, changes: Readonly<Record<string, FieldValue | null>>): FieldValues {
  const merged = new Map(Object.entries(values));
  for (const [field, value] of Object.entries(changes)) {
    if (value === null) merged.delete(field);
    else merged.set(field, value);
  }
  return Object.fromEntries(merged);
}

/** Documents of earlier versions have no marks. */
const marksOf = ({ requestedCorrections }: Application): readonly Correction[] => requestedCorrections ?? [];

/** Nor corrected answers. */
const correctedOf = ({ correctedAnswers }: Application): readonly string[] => correctedAnswers ?? [];

const markedAmong = (state: Application, fields: readonly string[]): readonly string[] =>
  fields.filter((field) => noteOf(state, field) !== null);

const noteOf = (state: Application, field: string): string | null =>
  marksOf(state).find(({ _id }) => _id === field)?.note ?? null;

const notesFor = (fields: readonly string[], note: string | null): Readonly<Record<string, string | null>> =>
  Object.fromEntries(fields.map((field) => [field, note]));

/** A mark keeps its place when its note changes. */
function withMarks(state: Application, notes: Readonly<Record<string, string | null>>): readonly Correction[] {
  const marks = new Map(marksOf(state).map(({ _id, note }) => [_id, note]));
  for (const [field, note] of Object.entries(notes)) {
    if (note === null) marks.delete(field);
    else marks.set(field, note);
  }
  return [...marks].map(([_id, note]) => ({ _id, note }));
}

/** Scheduling only advances the status, and never changes CONTRACT DECLINED. */
const movesByScheduling = (status: ApplicationStatus): boolean =>
  !hasReached(status, 'INTERVIEW SCHEDULED') && status !== 'CONTRACT DECLINED';

const interviewIsSet = (from: ApplicationStatus) =>
  ({ type: 'StatusChanged', data: { from, to: 'INTERVIEW SCHEDULED' } }) as const;

/** An email from staff advances a NEW application, an automatic email does not (rule 44). */
const informationIsSent = { type: 'StatusChanged', data: { from: 'NEW', to: 'INFORMATION SENT' } } as const;

interface Interview {
  readonly eventUri: string | null;
  readonly startsAt: string | null;
  readonly endsAt?: string;
  readonly joinUrl: string | null;
}

/** A repeated notification with only the URI changes nothing. */
function isScheduledAlready(state: Application, { eventUri, startsAt, endsAt, joinUrl }: Interview): boolean {
  if (state.calendlyEventUri !== eventUri) return false;
  const isOnlyAddress = eventUri !== null && startsAt === null && joinUrl === null;
  const isSameTime = state.calendlyStartTime === startsAt && state.calendlyEndTime === (endsAt ?? null);
  return isOnlyAddress || (isSameTime && state.calendlyJoinUrl === joinUrl);
}

function refusalOfAnswers(before: FieldValues, after: FieldValues): Result<never> | null {
  const limit = QUOTAS.application.answersBytes;
  const bytes = bytesOf(after);
  return bytes > limit && bytes > bytesOf(before) ? reject('refused', TEXTS.quotas.answers(inBytes(limit))) : null;
}

const refusalOfFollowUp = (day: string | null | undefined): Result<never> | null =>
  day === null || day === undefined || isCalendarDay(day)
    ? null
    : rejectField('followUpOn', TEXTS.applications.followUpInvalid);

function refusalOfComment({ comments }: Application, message: string): Result<never> | null {
  const { comments: most, commentsBytes } = QUOTAS.application;
  if (comments.length >= most) return rejectField('message', TEXTS.quotas.comments(most));
  const bytes = comments.reduce((sum, comment) => sum + bytesOf(comment.message), bytesOf(message));
  return bytes > commentsBytes ? rejectField('message', TEXTS.quotas.commentsText(inBytes(commentsBytes))) : null;
}

const rejectField = (field: string, message: string) => reject('refused', message, [{ field, message }]);
