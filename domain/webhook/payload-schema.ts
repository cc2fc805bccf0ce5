import { z } from 'zod';
import { APPLICATION_STATUSES } from '../application/statuses.ts';
import { PUBLIC_EVENT_TYPES, type PublicEventType, TEST_TYPE } from './event-types.ts';

/** Of a body as JSON in UTF-8. */
export const PAYLOAD_BYTES = 20_000;
/** Names in `omitted`. */
export const OMITTED_NAMED = 50;

const text = z.string().nullable();
const instant = z.iso.datetime();
const named = z.object({ id: z.string(), name: text });
const account = z.object({ id: z.string(), email: text });
const answer = z.union([z.string(), z.object({ fileId: z.string(), fileName: z.string() })]);
const status = z.enum(APPLICATION_STATUSES);
/** Calendly's end is known for interviews since the portal asks for it. */
const interview = z.object({ startsAt: text, endsAt: text, joinUrl: text, eventUri: text });
const assessment = named.extend({
  solutionId: z.string(),
  state: z.enum(['started', 'submitted']),
  /** A percentage, for a quiz only. */
  score: z.number().nullable(),
  isLate: z.boolean(),
});

const change = <Value extends z.ZodType>(value: Value) => z.object({ from: value, to: value });

const CHANGES = {
  status: z.object({ from: status.nullable(), to: status }),
  firstName: change(text),
  lastName: change(text),
  email: change(text),
  phoneNumber: change(text),
  answers: z.record(z.string(), change(answer.nullable())),
  account: change(text),
  assignee: change(account.nullable()),
  paymentPlan: change(named.nullable()),
  interview: change(interview.nullable()),
  transferredTo: change(text),
  assessment: z.object({ from: assessment.nullable(), to: assessment }),
} as const;
export type ChangedMember = keyof typeof CHANGES;

const NAMES = ['firstName', 'lastName', 'phoneNumber', 'answers'] as const satisfies readonly ChangedMember[];

/** The members that an event can change. A member is absent if its value stays the same. */
const CHANGED_BY: Readonly<Record<PublicEventType, readonly ChangedMember[]>> = {
  ApplicationSubmitted: ['status'],
  ApplicationCopied: ['status'],
  DetailsSaved: NAMES,
  EmailCorrected: ['email'],
  StatusChanged: ['status'],
  UserLinked: ['account'],
  AdminAssigned: ['assignee'],
  PaymentPlanChosen: ['paymentPlan'],
  ApplicationTransferred: ['status', 'transferredTo'],
  InterviewScheduled: ['interview'],
  InterviewDetailsReceived: ['interview'],
  SolutionStarted: ['assessment'],
  SolutionSubmitted: ['assessment'],
  'applicant.erased': [],
};

/** The state right after the event. Members of an erased person are null or empty. */
export const publicApplication = z.object({
  id: z.string(),
  referenceNumber: z.int(),
  status,
  appliedAt: instant,
  source: text,
  batch: named,
  applicant: z.object({ firstName: text, lastName: text, email: text, phoneNumber: text }),
  answers: z.record(z.string(), answer),
  account: text,
  assignee: account.nullable(),
  paymentPlan: named.nullable(),
  interview: interview.nullable(),
  transferredFrom: text,
  transferredTo: text,
  /** True in every body once the person has been erased. */
  isErased: z.boolean(),
});
export type PublicApplication = z.infer<typeof publicApplication>;

const changes = z.object(CHANGES).partial();
export type PublicChanges = z.infer<typeof changes>;
export type PublicInterview = z.infer<typeof interview>;
export type PublicAssessment = z.infer<typeof assessment>;
export type PublicAnswer = z.infer<typeof answer>;

const data = z.object({
  organizationId: z.string(),
  applicationId: z.string(),
  batchId: z.string(),
  /** Counts the published events of the application from 1, without gaps. */
  sequence: z.int().min(1),
  changes,
  application: publicApplication,
  /** Answers that the limit of 20 kB left out, the longest first: at most 50 names of `omittedCount`. */
  omitted: z.array(z.string()).max(OMITTED_NAMED),
  omittedCount: z.int(),
});

/** The body of a *full* webhook and, with its `id`, an event of the feed. */
export const publicPayload = z.object({
  type: z.enum(PUBLIC_EVENT_TYPES),
  /** When it happened. */
  timestamp: instant,
  data,
});
export type PublicPayload = z.infer<typeof publicPayload>;

function schemaOf(type: PublicEventType) {
  const picked = Object.fromEntries(CHANGED_BY[type].map((member) => [member, CHANGES[member].optional()]));
  return z.strictObject({
    type: z.literal(type),
    timestamp: instant,
    data: z.strictObject({ ...data.shape, changes: z.strictObject(picked) }),
  });
}

/** The published schema of each type. */
export const PAYLOAD_SCHEMAS: ReadonlyMap<PublicEventType, ReturnType<typeof schemaOf>> = new Map(
  PUBLIC_EVENT_TYPES.map((type) => [type, schemaOf(type)]),
);

/** What *Send test event* sends in the format *full*. */
export const TEST_PAYLOAD = z.strictObject({
  type: z.literal(TEST_TYPE),
  timestamp: instant,
  data: z.strictObject({ organizationId: z.string(), webhookId: z.string(), message: z.string() }),
});
export type TestPayload = z.infer<typeof TEST_PAYLOAD>;
