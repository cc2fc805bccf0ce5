import type { Capability } from '../access/policy.ts';

export interface CoreField {
  readonly label?: string;
  /** Within a sentence. */
  readonly words?: string;
  /** A PUT changes this member for people with this capability and ignores it for others; without one, no PUT changes it. */
  readonly capability?: Capability;
  /** Staff set it to an id, to one of these texts, or to null. State, document and contract derive from this. */
  readonly setTo?: 'id' | readonly [string, ...string[]];
}

export interface CoreAnswer extends CoreField {
  readonly label: string;
  readonly words: string;
  readonly dataType: 'text' | 'email' | 'tel';
  readonly required: boolean;
  /** https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill */
  readonly autocomplete: string;
}

export const CORE_ANSWERS = {
  firstName: {
    label: 'First name',
    words: 'first name',
    dataType: 'text',
    required: true,
    autocomplete: 'given-name',
  },
  lastName: { label: 'Last name', words: 'last name', dataType: 'text', required: true, autocomplete: 'family-name' },
  email: {
    label: 'Email',
    words: 'email',
    dataType: 'email',
    required: true,
    autocomplete: 'email',
    capability: 'application.correctPersonalData',
  },
  phoneNumber: { label: 'Phone', words: 'phone number', dataType: 'tel', required: false, autocomplete: 'tel' },
} as const satisfies Readonly<Record<string, CoreAnswer>>;

export type CoreAnswerName = keyof typeof CORE_ANSWERS;
/** Answers without the email, which is a separate member. */
export type CoreValueName = Exclude<CoreAnswerName, 'email'>;
export const CORE_VALUE_NAMES = Object.keys(CORE_ANSWERS).filter(
  (name) => name !== 'email',
) as readonly CoreValueName[];

/** The other members of an application. Processes cannot use their names. */
export const CORE_MEMBERS = {
  _id: {},
  version: {},
  organizationId: {},
  batchId: { words: 'batch' },
  createdAt: {},
  appliedAt: {},
  trackingNumber: { words: 'tracking number' },
  tracking: { words: 'tracking' },
  status: { words: 'status', capability: 'application.changeStatus' },
  statusSince: {},
  userId: { label: 'Account', words: 'account', capability: 'application.linkUser' },
  adminAssignee: { label: 'Assignee', words: 'assignee', capability: 'application.assign' },
  selectedPaymentModelId: {
    label: 'Payment plan',
    words: 'payment plan',
    capability: 'application.choosePlan',
    setTo: 'id',
  },
  calendlyStartTime: { label: 'Interview', words: 'interview time' },
  calendlyEndTime: { words: 'end of the interview' },
  calendlyEventUri: { words: 'interview' },
  calendlyJoinUrl: { words: 'interview link' },
  adminComments: { label: 'Comments', words: 'comment', capability: 'application.comment' },
  requestedCorrections: {
    label: 'To be corrected',
    words: 'answer to be corrected',
    capability: 'application.markAnswers',
  },
  correctedAnswers: {},
  assessmentScores: {},
  userActivity: {},
  lastSeenAt: {},
  transferredFrom: {},
  transferredTo: {},
  steps: {},
  mails: {},
  emailRequests: {},
  writtenEmails: {},
  failedEmails: {},
  values: {},
  isErased: {},
} as const satisfies Readonly<Record<string, CoreField>>;
export type CoreMemberName = keyof typeof CORE_MEMBERS;

type SetTo<Field> = Field extends { readonly setTo: readonly (infer Option)[] }
  ? Option
  : Field extends { readonly setTo: 'id' }
    ? string
    : never;
export type SetMembers = {
  readonly [Name in CoreMemberName as SetTo<(typeof CORE_MEMBERS)[Name]> extends never ? never : Name]: SetTo<
    (typeof CORE_MEMBERS)[Name]
  > | null;
};
export type SetMemberName = keyof SetMembers;

const SET_TO: readonly (readonly [string, NonNullable<CoreField['setTo']>])[] = Object.entries<CoreField>(
  CORE_MEMBERS,
).flatMap(([name, { setTo }]) => (setTo ? [[name, setTo]] : []));

export const forSetMembers = <Value>(
  of: (name: SetMemberName, setTo: NonNullable<CoreField['setTo']>) => Value,
): Record<SetMemberName, Value> =>
  Object.fromEntries(SET_TO.map(([name, setTo]) => [name, of(name as SetMemberName, setTo)])) as Record<
    SetMemberName,
    Value
  >;

export const FACT_MEMBERS = [
  'selectedPaymentModelId',
  'calendlyStartTime',
  'calendlyEventUri',
] as const satisfies readonly CoreMemberName[];

export const CORE_FIELDS: Readonly<Record<CoreAnswerName | CoreMemberName, CoreField>> = {
  ...CORE_ANSWERS,
  ...CORE_MEMBERS,
};

type WithCapability<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends { readonly capability: Capability } ? Name : never;
}[keyof Fields];
export type ChangedByPut = WithCapability<typeof CORE_ANSWERS & typeof CORE_MEMBERS>;

export const CHANGED_BY_PUT: ReadonlyMap<string, Capability> = new Map(
  Object.entries(CORE_FIELDS).flatMap(([name, { capability }]) => (capability ? [[name, capability]] : [])),
);

export const DEFAULT_FORM = {
  title: 'Apply',
  fields: Object.entries(CORE_ANSWERS).map(([name, { label, dataType, required }]) => ({
    name,
    label,
    dataType,
    required,
  })),
};
