import type { HistoryEntry } from '../../../../api/contract/applications.ts';
import { FIELD_WORDS } from '../../../../domain/application/field-words.ts';
import { shortFileName } from '../../../../domain/text/groups/short-file-name.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import type { CallByName } from '../../../../domain/user/display-name.ts';
import { formatCalendarDay } from '../dates/day.ts';
import { invoiceInWords, moneyInWords } from './money-words.ts';
import { solutionWords } from './solution-words.ts';

/** A part of a sentence: text, or a former (`was`) or new value. */
export type Part = string | { readonly value: string; readonly was?: true };

export interface Change {
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** `details` are changes that one sentence cannot hold. */
export interface Sentence {
  readonly who: string;
  readonly parts: readonly Part[];
  readonly details: readonly Change[];
}

export interface Names {
  readonly me: string | null;
  readonly applicant: { readonly userId: string | null; readonly email: string | null; readonly name: string };
  readonly batch: (id: string) => string | null;
  readonly plan: (id: string) => string | null;
  readonly assessment: (id: string) => string | null;
  readonly field: (name: string) => string | null;
  /** By id, as `call` calls them. */
  readonly member: (id: string) => string | null;
  readonly call: CallByName;
  readonly time: (instant: string) => string;
}

type DescribedParts = { readonly parts: readonly Part[]; readonly details?: readonly Change[] };
type Describe = (entry: HistoryEntry, names: Names) => DescribedParts;

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

export function whoDidIt({ actor }: HistoryEntry, { me, applicant, member, call }: Names): string {
  if (actor.kind === 'system') return 'The system';
  if (actor.kind === 'provider') return 'An outside service';
  if (actor.kind === 'anonymous') return applicant.name;
  if (actor.id !== null && actor.id === me) return 'You';
  if (actor.id !== null && actor.id === applicant.userId) return applicant.name;
  return call(actor.email) ?? (actor.id !== null ? member(actor.id) : null) ?? 'Someone';
}

const labelOf = (field: string, names: Names): string => FIELD_WORDS[field] ?? names.field(field) ?? field;

export function inWords(value: unknown, field: string, names: Names): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (Array.isArray(value))
    return (
      value
        .map((item) => inWords(item, field, names))
        .filter(Boolean)
        .join(field === 'adminComments' ? '\n' : ', ') || null
    );
  if (typeof value === 'object') {
    const { message, userEmail, userId, fileName } = value as Record<string, unknown>;
    const file = typeof fileName === 'string' ? shortFileName(fileName) : undefined;
    const person = typeof userEmail === 'string' ? names.call(userEmail) : null;
    const known = message ?? file ?? person ?? (typeof userId === 'string' ? names.member(userId) : undefined);
    if (known) return String(known);
    const invoice = invoiceInWords(value);
    if (invoice) return invoice;
    return (
      Object.values(value)
        .filter((part) => typeof part === 'string' && part !== '')
        .join(' / ') || null
    );
  }
  const text = String(value);
  if (field === 'batchId') return names.batch(text) ?? text;
  if (PLAN_FIELDS.has(field)) return names.plan(text) ?? 'another plan';
  if (field.startsWith('adminAssignee')) return names.member(text) ?? text;
  return INSTANT.test(text) ? names.time(text) : text;
}

const PLAN_FIELDS: ReadonlySet<string> = new Set(['selectedPaymentModelId', 'paymentModelId']);

const changesOf = (entry: HistoryEntry, names: Names): Change[] =>
  entry.changes.map(({ field, before, after }) => ({
    label: labelOf(field, names),
    before: inWords(before, field, names),
    after: inWords(after, field, names),
  }));

const find = (entry: HistoryEntry, names: Names, ...fields: string[]): Change | undefined =>
  changesOf({ ...entry, changes: entry.changes.filter(({ field }) => fields.includes(field)) }, names)[0];

function describeChange({ label, before, after }: Change): readonly Part[] {
  if (before !== null && after !== null) {
    return [`changed ${label} from `, { value: before, was: true }, ' to ', { value: after }];
  }
  if (after !== null) return [`set ${label} to `, { value: after }];
  if (before !== null) return [`cleared ${label}, which was `, { value: before, was: true }];
  return [`changed ${label}`];
}

const describeChanges: Describe = (entry, names) => {
  const changes = changesOf(entry, names);
  const [only] = changes;
  if (only && changes.length === 1) return { parts: describeChange(only) };
  return { parts: [`saved ${changes.length} answers`], details: changes };
};

function markOf(before: unknown, after: unknown, names: Names): Change {
  const noteOf = (mark: unknown) => String((mark as { note?: unknown } | null)?.note ?? '') || null;
  const field = ((after ?? before) as { _id?: unknown } | null)?._id;
  return { label: labelOf(String(field ?? ''), names), before: noteOf(before), after: noteOf(after) };
}

const others = (entry: HistoryEntry, names: Names, ...told: string[]): Change[] =>
  changesOf({ ...entry, changes: entry.changes.filter(({ field }) => !told.includes(field)) }, names).filter(
    ({ before, after }) => before !== null || after !== null,
  );

function partOf({ changes }: HistoryEntry, field: string, side: 'before' | 'after'): Readonly<Record<string, unknown>> {
  const value = changes.find((change) => change.field === field)?.[side];
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** A transfer names its batch in the comment that it adds. */
function batchIn({ changes }: HistoryEntry, prefix: string): string {
  const messages = changes.map(({ after }) => (after as { message?: unknown } | null)?.message);
  const comment = messages.find((message) => typeof message === 'string' && message.startsWith(prefix));
  return typeof comment === 'string' ? comment.slice(prefix.length) : 'another batch';
}

const NOT_OF_A_COPY = [
  'organizationId',
  'userId',
  'trackingNumber',
  'transferredFrom',
  'adminComments',
  'requestedCorrections',
  'isErased',
  'writtenEmails',
];

/** Also by a program of theirs. Members may apply for themselves. */
const isByStaff = ({ actor: { kind, id } }: HistoryEntry, { applicant, member }: Names): boolean =>
  kind === 'token' || (id !== null && id !== applicant.userId && member(id) !== null);

const describeSolution: Describe = (entry, names) => {
  const { before, after } = entry.changes.find(({ field }) => field === 'solutions') ?? {};
  const { assessmentId } = (after ?? before ?? {}) as { assessmentId?: string };
  const value = (assessmentId && names.assessment(assessmentId)) || 'an assessment';
  const [start, end] = solutionWords(entry, after ?? before);
  return { parts: [`${start} `, { value }, end] };
};

const MOVED_BY_PROOF = 'moved the application from another account to the one with the confirmed email';

const DESCRIBE_BY_TYPE: Readonly<Record<string, Describe>> = {
  ApplicationSubmitted: (entry, names) => ({
    parts: [entry.bulk ? 'imported the application' : isByStaff(entry, names) ? 'added the application' : 'applied'],
    details: others(entry, names, 'organizationId', 'userId', 'status', 'trackingNumber', 'isErased', 'writtenEmails'),
  }),
  DetailsSaved: (entry, names) => {
    const answers = entry.changes.filter(({ field }) => field !== 'requestedCorrections');
    if (answers.length === entry.changes.length) return describeChanges(entry, names);
    // Something that staff had marked is among them.
    const changes = changesOf({ ...entry, changes: answers }, names);
    const [only] = changes;
    if (only && changes.length === 1) return { parts: [`corrected ${only.label}`, ...fromTo(only)] };
    return { parts: [`corrected ${changes.length} answers`], details: changes };
  },
  AnswersMarked: (entry, names) => {
    const marked = entry.changes.map(({ before, after }) => markOf(before, after, names));
    const [only] = marked;
    if (only && marked.length === 1) {
      return {
        parts:
          only.after === null
            ? ['withdrew the request to correct ', { value: only.label }]
            : ['asked the applicant to correct ', { value: only.label }, ': ', { value: only.after }],
      };
    }
    return { parts: [`marked ${marked.length} answers to be corrected`], details: marked };
  },
  EmailCorrected: (entry, names) => {
    const email = find(entry, names, 'email');
    return { parts: email ? ['corrected the email', ...fromTo(email)] : ['corrected the email'] };
  },
  StatusChanged: (entry, names) => {
    const status = find(entry, names, 'status');
    return { parts: status ? describeChange(status) : ['changed status'] };
  },
  UserLinked: ({ changes }) => {
    const isTaken = changes.some(({ field, before }) => field === 'userId' && before !== null);
    return { parts: [isTaken ? MOVED_BY_PROOF : 'linked the application to an account'] };
  },
  AdminAssigned: (entry, names) => {
    const assignee = find(entry, names, 'adminAssignee', 'adminAssigneeId', 'userId');
    const self = entry.actor.id === names.me ? 'yourself' : 'themselves';
    const toSelf = entry.changes.some(({ after }) => (after as { userId?: unknown } | null)?.userId === entry.actor.id);
    if (assignee?.after && toSelf) return { parts: [`assigned the application to ${self}`] };
    const wasSelf = entry.changes.some(
      ({ before }) => (before as { userId?: unknown } | null)?.userId === entry.actor.id,
    );
    if (wasSelf && !assignee?.after) return { parts: [`unassigned ${self}`] };
    if (assignee?.after) return { parts: ['assigned the application to ', { value: assignee.after }] };
    return assignee?.before
      ? { parts: ['unassigned ', { value: assignee.before, was: true }] }
      : { parts: ['left the application unassigned'] };
  },
  CommentAdded: (entry, names) => {
    const comment = find(entry, names, 'adminComments', 'message');
    const { kind, followUpOn } = partOf(entry, 'adminComments', 'after');
    const logged = kind === 'call' || kind === 'meeting' ? `logged a ${kind}: ` : 'commented ';
    const followUp =
      typeof followUpOn === 'string' ? [', to follow up by ', { value: formatCalendarDay(followUpOn) }] : [];
    return { parts: comment?.after ? [logged, { value: comment.after }, ...followUp] : ['added a comment'] };
  },
  CommentFollowUpSet: (entry) => {
    const { followUpOn: before } = partOf(entry, 'adminComments', 'before');
    const { followUpOn: after } = partOf(entry, 'adminComments', 'after');
    const day = (on: unknown) => formatCalendarDay(String(on));
    if (typeof after === 'string') return { parts: ['set a follow-up for ', { value: day(after) }] };
    return {
      parts:
        typeof before === 'string' ? ['finished the follow-up of ', { value: day(before) }] : ['finished a follow-up'],
    };
  },
  CommentDeleted: (entry, names) => {
    const comment = find(entry, names, 'adminComments', 'message');
    return {
      parts: comment?.before ? ['deleted the comment ', { value: comment.before, was: true }] : ['deleted a comment'],
    };
  },
  PaymentPlanChosen: describeChanges,
  PaymentAccountOpened: (entry, names) => ({
    parts: ['opened the payment account', ...balanceOf(entry)],
    details: others(entry, names, 'paymentAccount', 'paymentModelId', 'totalBalance'),
  }),
  PaymentPlanReplaced: (entry, names) => ({
    parts: ['issued new invoices', ...balanceOf(entry)],
    details: others(entry, names, 'paymentModelId', 'totalBalance'),
  }),
  PaymentAccountVoided: () => ({ parts: ['voided the payment account'] }),
  PaymentAccountHandedOver: () => ({ parts: ['moved the payment account with the transfer'] }),
  PaymentAccountTakenOver: (entry) => ({
    parts: ['moved the payment account here with the transfer', ...balanceOf(entry)],
  }),
  InvoicePaid: (entry) => ({ parts: ['marked ', ...invoiceOf(entry), ' paid', ...balanceOf(entry)] }),
  InvoiceVoided: (entry) => ({ parts: ['voided ', ...invoiceOf(entry), ...balanceOf(entry)] }),
  SolutionStarted: describeSolution,
  AnswersSaved: describeSolution,
  SolutionSubmitted: describeSolution,
  SolutionRetaken: describeSolution,
  SolutionCopied: describeSolution,
  PlaceClaimed: () => ({ parts: ['reserved the place in the batch'] }),
  ApplicationTransferred: (entry) => ({
    parts: ['transferred the applicant to ', { value: batchIn(entry, TEXTS.applications.transferredTo('')) }],
  }),
  ApplicationCopied: (entry, names) => ({
    parts: ['transferred the applicant here from ', { value: batchIn(entry, TEXTS.applications.transferredFrom('')) }],
    details: others(entry, names, ...NOT_OF_A_COPY),
  }),
  InterviewScheduled: (entry, names) => {
    const at = find(entry, names, 'calendlyStartTime', 'startsAt');
    return { parts: at?.after ? ['scheduled an interview for ', { value: at.after }] : ['scheduled an interview'] };
  },
  InterviewDetailsReceived: (entry, names) => {
    const at = find(entry, names, 'calendlyStartTime', 'startsAt');
    return { parts: at?.after ? ['set the interview for ', { value: at.after }] : ['added details of the interview'] };
  },
  EmailTextWritten: () => ({ parts: ['wrote an email'] }),
  EmailRequested: (entry) => ({ parts: ['sent ', ...emailOf(entry)] }),
  EmailCancelled: (entry) => ({ parts: ['cancelled ', ...emailOf(entry), ' before it was sent'] }),
  EmailDelivered: (entry) => ({ parts: ['delivered ', ...emailOf(entry)] }),
  EmailFailed: (entry) => ({ parts: ['could not deliver ', ...emailOf(entry)] }),
  EmailRetryRequested: (entry) => ({ parts: ['sent ', ...emailOf(entry), ' again'] }),
  PersonalDataErased: () => ({ parts: ['erased the personal data'] }),
};

function emailOf({ changes }: HistoryEntry): readonly Part[] {
  const { before, after } = changes.find(({ field }) => field === 'emailRequests' || field === 'mails') ?? {};
  const { template } = (after ?? before ?? {}) as { template?: unknown };
  if (template === TEXTS.emailTemplates.withoutTemplate) return ['an email without a template to the applicant'];
  return typeof template === 'string'
    ? ['the email ', { value: template }, ' to the applicant']
    : ['an email to the applicant'];
}

function balanceOf({ changes }: HistoryEntry): readonly Part[] {
  const balance = changes.find(({ field }) => field === 'totalBalance')?.after;
  return typeof balance === 'string' ? ['; the balance is ', { value: moneyInWords(balance) }] : [];
}

function invoiceOf({ changes }: HistoryEntry): readonly Part[] {
  const invoice = changes.find(({ field }) => field === 'invoices')?.after;
  const { dueAmount, currency, dueDate } = (invoice ?? {}) as Record<string, unknown>;
  return dueAmount === undefined
    ? ['an invoice']
    : [
        'the invoice for ',
        { value: moneyInWords(`${dueAmount} ${currency}`) },
        ' due on ',
        { value: formatCalendarDay(String(dueDate)) },
      ];
}

function fromTo({ before, after }: Change): readonly Part[] {
  return [
    ...(before === null ? [] : [' from ', { value: before, was: true } as const]),
    ...(after === null ? [] : [' to ', { value: after }]),
  ];
}

function amongMany({ bulk }: HistoryEntry): readonly Part[] {
  if (!bulk || bulk.applications === 1) return [];
  return [bulk.isUndo ? `, undoing a change of ${bulk.applications} applications` : `, as one of ${bulk.applications}`];
}

/** "Mia changed status from *New* to *Interview pending*". */
export function sentenceOf(entry: HistoryEntry, names: Names): Sentence {
  const { parts, details = [] } = (DESCRIBE_BY_TYPE[entry.type] ?? describeChanges)(entry, names);
  return { who: whoDidIt(entry, names), parts: [...parts, ...amongMany(entry)], details };
}

export const spoken = ({ who, parts }: Sentence): string =>
  `${who} ${parts.map((part) => (typeof part === 'string' ? part : part.value)).join('')}`;
