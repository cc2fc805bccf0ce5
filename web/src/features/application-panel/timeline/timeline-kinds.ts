import type { ApplicationStep } from '../../../../../api/contract/applications.ts';

/** In the order of the filters. */
export const TIMELINE_KINDS = [
  'status',
  'comments',
  'calls',
  'emails',
  'tests',
  'payments',
  'activity',
  'other',
] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

export const KIND_NAMES: Readonly<Record<TimelineKind, string>> = {
  status: 'Status',
  comments: 'Comments',
  calls: 'Calls and meetings',
  emails: 'Emails',
  tests: 'Assessments',
  payments: 'Payments',
  activity: 'Activity',
  other: 'Other changes',
};

const KIND_OF_TYPE: Readonly<Record<string, TimelineKind>> = {
  ApplicationSubmitted: 'status',
  StatusChanged: 'status',
  ApplicationTransferred: 'status',
  ApplicationCopied: 'status',
  CommentAdded: 'comments',
  CommentFollowUpSet: 'comments',
  CommentDeleted: 'comments',
  EmailTextWritten: 'emails',
  EmailRequested: 'emails',
  EmailCancelled: 'emails',
  EmailDelivered: 'emails',
  EmailFailed: 'emails',
  EmailRetryRequested: 'emails',
  SolutionStarted: 'tests',
  AnswersSaved: 'tests',
  SolutionSubmitted: 'tests',
  SolutionRetaken: 'tests',
  SolutionCopied: 'tests',
  PaymentPlanChosen: 'payments',
  PaymentAccountOpened: 'payments',
  PaymentPlanReplaced: 'payments',
  PaymentAccountVoided: 'payments',
  PaymentAccountHandedOver: 'payments',
  PaymentAccountTakenOver: 'payments',
  InvoicePaid: 'payments',
  InvoiceVoided: 'payments',
};

const isLogged = ({ changes }: Pick<ApplicationStep, 'changes'>): boolean =>
  changes.some(({ before, after }) => {
    const { kind } = (after ?? before ?? {}) as { kind?: unknown };
    return kind === 'call' || kind === 'meeting';
  });

/** A logged call or meeting is a comment with a kind. */
export function kindOf(step: Pick<ApplicationStep, 'type' | 'changes'>): TimelineKind {
  const kind = KIND_OF_TYPE[step.type] ?? 'other';
  return kind === 'comments' && isLogged(step) ? 'calls' : kind;
}

const isKind = (text: string): text is TimelineKind => TIMELINE_KINDS.some((kind) => kind === text);

/** `emails,calls` of an address; nothing chosen shows all. */
export const readKinds = (text: string | null): ReadonlySet<TimelineKind> =>
  new Set((text ?? '').split(',').filter(isKind));

export function toggledKind(text: string | null, kind: TimelineKind): string | null {
  const kinds = new Set(readKinds(text));
  if (!kinds.delete(kind)) kinds.add(kind);
  return TIMELINE_KINDS.filter((one) => kinds.has(one)).join(',') || null;
}
