import { CORE_VALUE_NAMES } from '../application/core-fields.ts';
import type { ApplicationEvent, FieldValue } from '../application/events.ts';
import { isEmptyValue, isSameValue, textOf } from '../application/field-value.ts';
import type { Application } from '../application/state.ts';
import type { AnyEvent, Recorded } from '../event-sourcing/event.ts';
import { categoryOf, idOf } from '../event-sourcing/streams.ts';
import type { SolutionEvent } from '../solution/events.ts';
import { cutText } from '../text/cut-text.ts';
import { ERASURE_TYPE } from './event-types.ts';
import { fitPayload, type TextLimits } from './fit-payload.ts';
import type {
  PublicAnswer,
  PublicApplication,
  PublicAssessment,
  PublicChanges,
  PublicInterview,
  PublicPayload,
} from './payload-schema.ts';
import { publicTypeOf } from './public-event.ts';
import type { Attempt, PublicState } from './public-state.ts';

/** Names as of the position of the event, so that its body is always the same; null for what never had one or is erased. */
export interface NamesAt {
  batch(id: string): string | null;
  assessment(id: string): string | null;
  paymentModel(id: string): string | null;
  emailOf(userId: string): string | null;
}

/** The states before and after an event. */
export interface Step {
  readonly event: Recorded<AnyEvent>;
  readonly before: PublicState;
  readonly after: PublicState;
}

/**
 * The body of an event as JSON; null for an event that is not published. Built when it is needed and never stored, so
 * that an erasure reaches it.
 */
export function bodyOf(step: Step, names: NamesAt): string | null {
  const { application } = step.after;
  if (publicTypeOf(step.event) === null || application.kind !== 'application') return null;
  return fitPayload((limits) => payloadOf(step, application, wordsOf(names, limits)));
}

type Words = ReturnType<typeof wordsOf>;

function wordsOf(names: NamesAt, limits: TextLimits) {
  const short = (text: string | null): string | null => (text === null ? null : cutText(text, limits.text));
  const named = (id: string, name: string | null) => ({ id, name: short(name) });
  return {
    short,
    address: (text: string | null) => (text !== null && text.length > limits.address ? null : text),
    batch: (id: string) => named(id, names.batch(id)),
    assessment: (id: string) => named(id, names.assessment(id)),
    paymentPlan: (id: string | null) => (id === null ? null : named(id, names.paymentModel(id))),
    account: (id: string | null) => (id === null ? null : { id, email: short(names.emailOf(id)) }),
  };
}

function payloadOf({ event, before, after }: Step, application: Application, words: Words): PublicPayload {
  const { organizationId, batchId } = application;
  const applicationId = idOf(event.stream);
  return {
    type: publicTypeOf(event) ?? ERASURE_TYPE,
    timestamp: event.at,
    data: {
      organizationId,
      applicationId,
      batchId,
      sequence: after.sequence,
      changes: changesOf({ event, before, after }, application, words),
      application: publicApplicationOf(applicationId, application, after.appliedAt, words),
      omitted: [],
      omittedCount: 0,
    },
  };
}

const CORE: ReadonlySet<string> = new Set(CORE_VALUE_NAMES);

function publicApplicationOf(
  id: string,
  application: Application,
  appliedAt: string | null,
  words: Words,
): PublicApplication {
  const { values, email, isErased } = application;
  const answers = Object.entries(values).filter(([name]) => !CORE.has(name));
  return {
    id,
    referenceNumber: application.trackingNumber,
    status: application.status,
    appliedAt: appliedAt ?? application.createdAt,
    source: isErased ? null : words.short(application.tracking.source),
    batch: words.batch(application.batchId),
    applicant: { ...coreAnswersOf(values, words), email: words.short(email) },
    answers: Object.fromEntries(answers.map(([name, value]) => [name, answerOf(value)])),
    account: application.userId,
    assignee: words.account(application.adminAssigneeId),
    paymentPlan: words.paymentPlan(application.selectedPaymentModelId),
    interview: interviewOf(application, words),
    transferredFrom: application.transferredFrom,
    transferredTo: application.transferredTo,
    isErased,
  };
}

type CoreAnswers = Pick<PublicApplication['applicant'], 'firstName' | 'lastName' | 'phoneNumber'>;
const coreTextOf = (value: FieldValue | null | undefined, { short }: Words): string | null =>
  value === null || value === undefined || isEmptyValue(value) ? null : short(textOf(value));
const coreAnswersOf = (values: Application['values'], words: Words): CoreAnswers => ({
  firstName: coreTextOf(values.firstName, words),
  lastName: coreTextOf(values.lastName, words),
  phoneNumber: coreTextOf(values.phoneNumber, words),
});

const answerOf = (value: FieldValue): PublicAnswer =>
  typeof value === 'string' ? value : { fileId: value.fileId, fileName: value.fileName };
const answerOrNull = (value: FieldValue | null | undefined): PublicAnswer | null =>
  value === null || value === undefined ? null : answerOf(value);

function interviewOf(application: Application, words: Words): PublicInterview | null {
  const { calendlyStartTime, calendlyEndTime, calendlyJoinUrl, calendlyEventUri, isErased } = application;
  if (isErased || (calendlyStartTime === null && calendlyEventUri === null && calendlyJoinUrl === null)) return null;
  return {
    startsAt: words.short(calendlyStartTime),
    endsAt: words.short(calendlyEndTime),
    joinUrl: words.address(calendlyJoinUrl),
    eventUri: words.address(calendlyEventUri),
  };
}

function changesOf({ event, before, after }: Step, now: Application, words: Words): PublicChanges {
  if (event.type === 'PersonalDataErased') return {};
  if (categoryOf(event.stream) === 'solution') {
    return assessmentChange(event as Recorded<SolutionEvent>, before, after, words);
  }
  if (before.application.kind !== 'application') return { status: { from: null, to: now.status } };
  const was = before.application;
  return {
    ...(was.status !== now.status && { status: { from: was.status, to: now.status } }),
    ...answerChanges(event as Recorded<ApplicationEvent>, was, now, words),
    ...changeOf('email', words.short(was.email), words.short(now.email)),
    ...changeOf('account', was.userId, now.userId),
    ...(was.adminAssigneeId !== now.adminAssigneeId && {
      assignee: { from: words.account(was.adminAssigneeId), to: words.account(now.adminAssigneeId) },
    }),
    ...(was.selectedPaymentModelId !== now.selectedPaymentModelId && {
      paymentPlan: {
        from: words.paymentPlan(was.selectedPaymentModelId),
        to: words.paymentPlan(now.selectedPaymentModelId),
      },
    }),
    ...interviewChange(interviewOf(was, words), interviewOf(now, words)),
    ...changeOf('transferredTo', was.transferredTo, now.transferredTo),
  };
}

const changeOf = <Member extends 'email' | 'account' | 'transferredTo'>(
  member: Member,
  from: string | null,
  to: string | null,
) => (from === to ? {} : { [member]: { from, to } });

function interviewChange(from: PublicInterview | null, to: PublicInterview | null): Pick<PublicChanges, 'interview'> {
  const isSame =
    from?.startsAt === to?.startsAt &&
    from?.endsAt === to?.endsAt &&
    from?.joinUrl === to?.joinUrl &&
    from?.eventUri === to?.eventUri;
  return isSame ? {} : { interview: { from, to } };
}

/** Nothing for an erased person, whose values are gone. */
function answerChanges(
  event: Recorded<ApplicationEvent>,
  was: Application,
  now: Application,
  words: Words,
): PublicChanges {
  if (event.type !== 'DetailsSaved' || !event.personal) return {};
  const changed = Object.keys(event.personal.values).filter(
    (name) => !isSameValue(storedValue(was, name), storedValue(now, name)),
  );
  if (changed.length === 0) return {};
  const core = changed.filter((name) => CORE.has(name));
  const answers = changed.filter((name) => !CORE.has(name));
  const between = (name: string, read: (value: FieldValue | null) => PublicAnswer | null) => ({
    from: read(storedValue(was, name)),
    to: read(storedValue(now, name)),
  });
  return {
    ...Object.fromEntries(core.map((name) => [name, between(name, (value) => coreTextOf(value, words))])),
    ...(answers.length > 0 && {
      answers: Object.fromEntries(answers.map((name) => [name, between(name, answerOrNull)])),
    }),
  };
}

const storedValue = ({ values }: Application, name: string): FieldValue | null =>
  Object.hasOwn(values, name) ? (values[name] ?? null) : null;

function assessmentChange(
  { data: { solutionId } }: Recorded<SolutionEvent>,
  before: PublicState,
  { attempts, application }: PublicState,
  words: Words,
): PublicChanges {
  const isErased = application.kind === 'application' && application.isErased;
  const shown = (attempt: Attempt | undefined): PublicAssessment | null =>
    attempt === undefined
      ? null
      : {
          ...words.assessment(attempt.assessmentId),
          solutionId,
          state: attempt.isSubmitted ? 'submitted' : 'started',
          score: isErased ? null : attempt.score,
          isLate: attempt.isLate,
        };
  const to = shown(attempts.get(solutionId));
  return to === null ? {} : { assessment: { from: shown(before.attempts.get(solutionId)), to } };
}
