import type { Capability } from '../../domain/access/policy.ts';
import { type ApplicationCommand, SETTERS } from '../../domain/application/application.ts';
import {
  CHANGED_BY_PUT,
  type ChangedByPut,
  forSetMembers,
  type SetMembers,
} from '../../domain/application/core-fields.ts';
import { COMMENT_KINDS, type FieldValue } from '../../domain/application/events.ts';
import { isEmptyValue } from '../../domain/application/field-value.ts';
import { allows } from '../../domain/application/lifecycle.ts';
import type { AccountEmail } from '../../domain/application/ownership.ts';
import type { CommentLog } from '../../domain/application/state.ts';
import { hasReached, isApplicationStatus } from '../../domain/application/statuses.ts';
import { hasStarted } from '../../domain/batch/status.ts';
import { accept, type FieldError, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { LIMITS } from '../../domain/limits/limits.ts';
import { definitionsOf, formsOf } from '../../domain/process/fields.ts';
import { errorOfAnyDefinition, rejectValues } from '../../domain/process/form-values.ts';
import { answerableFields, isStepVisible } from '../../domain/process/steps.ts';
import { grouped } from '../../domain/text/counted.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { type ApplicationWithOutcomes, factsOf } from '../../domain/visibility/application-document.ts';
import type { Program } from '../batch/program.ts';
import type { CommandContext } from '../context/context.ts';
import { uuidV5 } from '../context/identity.ts';
import type { Change, JsonObject } from '../handling/diff-document.ts';
import type { Editor } from './editable-application.ts';
import type { TransferCommand } from './transfer-application.ts';

interface AddedComment extends CommentLog {
  readonly message: string;
  readonly mentions?: readonly string[];
}

type FollowUp = Extract<ApplicationCommand, { type: 'SetFollowUp' }>['data'];

export interface WantedChanges extends Partial<SetMembers> {
  readonly values: Readonly<Record<string, FieldValue | null>>;
  /** A note for each answer to be corrected; null takes the mark back. */
  readonly notes?: Readonly<Record<string, string | null>>;
  readonly email?: string;
  readonly status?: Extract<ApplicationCommand, { type: 'ChangeStatus' }>['data']['to'];
  readonly statusSince?: string;
  readonly userId?: string;
  readonly assigneeId?: string | null;
  readonly addedComments: readonly AddedComment[];
  readonly followUps: readonly FollowUp[];
  readonly deletedCommentIds: readonly string[];
}

interface Asked {
  readonly application: ApplicationWithOutcomes;
  readonly editor: Editor;
  readonly program: Program;
}

/** Groups differences by command, and refuses invalid and forbidden ones. */
export function readChanges(changes: readonly Change[], asked: Asked): Result<WantedChanges> {
  const wanted = collect(changes);
  if (!wanted.ok) return wanted;
  if (wanted.value.status === 'TRANSFERRED' && !asked.editor.may('application.transfer')) {
    return reject('forbidden', TEXTS.access.notAllowed);
  }
  return lockOf(wanted.value, asked) ?? errorsOf(wanted.value, asked) ?? wanted;
}

type Reading = { readonly wanted: Partial<WantedChanges> } | { readonly message: string };

const textOf = (
  name: ChangedByPut,
  [change]: readonly Change[],
  wanted: (text: string) => Partial<WantedChanges>,
): Reading => {
  const value = change?.kind === 'set' ? change.value : undefined;
  return typeof value === 'string' ? { wanted: wanted(value) } : { message: TEXTS.documents.valueRequired(name) };
};

const isCleared = ([change]: readonly Change[]): boolean => change?.kind === 'set' && change.value === null;

function addedComment({ message, kind, followUpOn, mentions }: JsonObject): AddedComment | null {
  if (typeof message !== 'string') return null;
  const known = COMMENT_KINDS.find((one) => one === kind);
  const mentioned = Array.isArray(mentions) ? mentions.filter((id) => typeof id === 'string') : [];
  return {
    message,
    mentions: mentioned,
    ...(known ? { kind: known } : {}),
    ...(typeof followUpOn === 'string' ? { followUpOn } : {}),
  };
}

const followUpsOf = ({ id, changes }: Extract<Change, { kind: 'change' }>): readonly FollowUp[] =>
  changes.flatMap((change) =>
    change.kind === 'set' && change.field === 'followUpOn'
      ? [{ commentId: id, followUpOn: typeof change.value === 'string' ? change.value : null }]
      : [],
  );

/** Null for an element that is no mark. */
function notesIn(change: Change): readonly (readonly [string, string | null] | null)[] {
  if (change.kind === 'remove') return [[change.id, null]];
  if (change.kind === 'add') {
    const { _id, note } = change.element;
    return [typeof _id === 'string' && typeof note === 'string' ? [_id, note] : null];
  }
  if (change.kind !== 'change') return [null];
  return change.changes.map((inner) =>
    inner.kind === 'set' && typeof inner.value === 'string' ? [change.id, inner.value] : null,
  );
}

/** In the order in which errors are reported. */
const READERS: { readonly [Name in ChangedByPut]: (changes: readonly Change[], name: Name) => Reading } = {
  status([change]) {
    const status = change?.kind === 'set' ? change.value : undefined;
    return isApplicationStatus(status) ? { wanted: { status } } : { message: TEXTS.applications.statusUnknown };
  },
  adminComments(changes) {
    const added = changes.flatMap((change) => (change.kind === 'add' ? [addedComment(change.element)] : []));
    if (added.length > LIMITS.newComments) {
      const [most, found] = [grouped(LIMITS.newComments), grouped(added.length)];
      return { message: TEXTS.documents.tooMany('A change', most, 'new comments', found) };
    }
    if (!added.every((comment) => comment !== null)) return { message: TEXTS.forms.textExpected };
    const followUps = changes.flatMap((change) => (change.kind === 'change' ? followUpsOf(change) : []));
    if (followUps.length > LIMITS.newComments) {
      const [most, found] = [grouped(LIMITS.newComments), grouped(followUps.length)];
      return { message: TEXTS.documents.tooMany('A change', most, 'follow-ups', found) };
    }
    const deletedCommentIds = changes.flatMap((change) => (change.kind === 'remove' ? [change.id] : []));
    return { wanted: { addedComments: added, deletedCommentIds, followUps } };
  },
  requestedCorrections(changes) {
    const notes = changes.flatMap(notesIn);
    return notes.every((one) => one !== null)
      ? { wanted: { notes: Object.fromEntries(notes) } }
      : { message: TEXTS.applications.correctionNoteMissing };
  },
  email: (changes, name) => textOf(name, changes, (email) => ({ email })),
  userId: (changes, name) => textOf(name, changes, (userId) => ({ userId })),
  adminAssignee: (changes, name) =>
    isCleared(changes) ? { wanted: { assigneeId: null } } : textOf(name, changes, (assigneeId) => ({ assigneeId })),
  ...forSetMembers(
    (name) => (changes: readonly Change[]) =>
      isCleared(changes) ? { wanted: { [name]: null } } : textOf(name, changes, (value) => ({ [name]: value })),
  ),
};

const READS = Object.entries<(changes: readonly Change[], name: never) => Reading>(READERS);

function collect(changes: readonly Change[]): Result<WantedChanges> {
  const values = changes.flatMap((change) =>
    change.kind === 'set' && !CHANGED_BY_PUT.has(change.field)
      ? [[change.field, change.value as FieldValue | null]]
      : [],
  );
  const errors: FieldError[] = [];
  let wanted: WantedChanges = {
    values: Object.fromEntries(values),
    addedComments: [],
    deletedCommentIds: [],
    followUps: [],
  };
  const byField = Map.groupBy(changes, ({ field }) => field);
  for (const [field, read] of READS) {
    const own = byField.get(field);
    if (!own) continue;
    const reading = read(own, field as never);
    if ('message' in reading) errors.push({ field, message: reading.message });
    else wanted = { ...wanted, ...reading.wanted };
  }
  return errors[0] ? reject('refused', errors[0].message, errors) : accept(wanted);
}

export function commandsOf(
  { userId, email, values, assigneeId, status, statusSince: since, ...others }: WantedChanges,
  account: AccountEmail | null,
  transfer: TransferCommand | null,
  { commandId }: CommandContext,
): readonly ApplicationCommand[] {
  const commands: ApplicationCommand[] = [];
  if (userId !== undefined) {
    commands.push({ type: 'LinkUser', data: { userId, isProven: account?.isProven === true } });
  }
  if (email !== undefined) commands.push({ type: 'CorrectEmail', data: { email } });
  if (Object.keys(values).length > 0) commands.push({ type: 'SaveDetails', data: { values } });
  if (others.notes) commands.push({ type: 'MarkAnswers', data: { notes: others.notes } });
  const settings = forSetMembers((name) => {
    const value = others[name];
    return value === undefined ? [] : [SETTERS[name](value as never)];
  });
  commands.push(...Object.values(settings).flat());
  if (assigneeId !== undefined) commands.push({ type: 'AssignAdmin', data: { userId: assigneeId } });
  for (const commentId of others.deletedCommentIds) commands.push({ type: 'DeleteComment', data: { commentId } });
  for (const data of others.followUps) commands.push({ type: 'SetFollowUp', data });
  const mentioned = new Set<string>();
  others.addedComments.forEach(({ mentions = [], ...comment }, index) => {
    const commentId = uuidV5(commandId, `comment:${index}`);
    // Several comments of one change tell a person once.
    const first = mentions.filter((userId) => !mentioned.has(userId));
    for (const userId of first) mentioned.add(userId);
    commands.push({ type: 'AddComment', data: { commentId, ...comment, mentions: first } });
  });
  if (transfer) commands.push(transfer);
  else if (status !== undefined)
    commands.push({ type: 'ChangeStatus', data: { to: status, ...(since ? { since } : {}) } });
  return commands;
}

const CAPABILITIES = {
  SaveDetails: 'application.completeSteps',
  ChoosePaymentPlan: 'application.choosePlan',
} as const satisfies Partial<Record<ApplicationCommand['type'], Capability>>;

/** In a Complete batch or a locked status an applicant can only link an account. */
function lockOf(wanted: WantedChanges, { application, editor, program }: Asked): Result<never> | null {
  const isReadOnly = hasStarted(program.batch.status);
  const asked = [
    ...(Object.keys(wanted.values).length > 0 ? (['SaveDetails'] as const) : []),
    ...(wanted.selectedPaymentModelId !== undefined ? (['ChoosePaymentPlan'] as const) : []),
  ];
  if (asked.some((command) => !allows(command, application.status, editor.party))) {
    return reject('refused', TEXTS.applications.locked);
  }
  const isForbidden = asked.some((command) => !editor.may(CAPABILITIES[command], { isReadOnly }));
  return isForbidden ? reject('forbidden', TEXTS.applications.locked) : null;
}

function errorsOf(wanted: WantedChanges, asked: Asked): Result<never> | null {
  const errors = [...valueErrors(wanted, asked), ...planErrors(wanted, asked), ...markErrors(wanted, asked)];
  return errors.length > 0 ? rejectValues(errors) : null;
}

function valueErrors({ values }: WantedChanges, { application, editor, program }: Asked): readonly FieldError[] {
  const { config } = program;
  const wrong = Object.entries(values).flatMap(([field, value]) => {
    const definitions = definitionsOf(field, config);
    const isMissing = value === null && definitions.some(({ required }) => required);
    const message = isMissing ? TEXTS.forms.required : value && errorOfAnyDefinition(value, definitions);
    return message ? [{ field, message }] : [];
  });
  if (wrong.length > 0 || editor.may('application.correctPersonalData')) return wrong;

  const after: Readonly<Record<string, FieldValue | null>> = {
    ...application.values,
    email: application.email,
    ...values,
  };
  const forms = formsOf(config, factsOf(application)).map(({ fields }) => answerableFields(fields, config));
  const gapsOf = new Map<string, readonly string[]>();
  for (const fields of forms) {
    const gaps = fields.flatMap(({ name, required }) => (required && isEmptyValue(after[name]) ? [name] : []));
    for (const { name } of fields) if (gaps.length === 0 || !gapsOf.has(name)) gapsOf.set(name, gaps);
  }
  const missing = new Set<string>();
  for (const gaps of new Set(Object.keys(values).map((field) => gapsOf.get(field) ?? []))) {
    for (const name of gaps) missing.add(name);
  }
  return [...missing].map((field) => ({ field, message: TEXTS.forms.required }));
}

/** The applicant must be able to change the answer: not the email, which proves who they are. */
function markErrors({ notes }: WantedChanges, { program: { config } }: Asked): readonly FieldError[] {
  if (!notes) return [];
  const { fields } = config.applicationForm;
  const correctable = new Set(answerableFields(fields, config).map(({ name }) => name));
  correctable.delete('email');
  const isWrong = Object.entries(notes).some(([field, note]) => note !== null && !correctable.has(field));
  return isWrong ? [{ field: 'requestedCorrections', message: TEXTS.applications.correctionUnknown }] : [];
}

/** The plan must be on offer; after the contract only people who manage invoices choose another. */
function planErrors(
  { selectedPaymentModelId: paymentModelId }: WantedChanges,
  { application, editor, program }: Asked,
): readonly FieldError[] {
  if (paymentModelId === undefined) return [];
  const field = 'selectedPaymentModelId';
  const isSigned = application.selectedPaymentModelId !== null && hasReached(application.status, 'CONTRACT RECEIVED');
  if (isSigned && !editor.may('invoice.manage')) return [{ field, message: TEXTS.applications.planIsFixed }];
  const facts = factsOf(application);
  const offered = program.config.applicationDetailsSteps
    .filter((step) => editor.party === 'admin' || isStepVisible(step, facts))
    .flatMap(({ availablePaymentModels }) => availablePaymentModels ?? []);
  const isOffered = paymentModelId === null || offered.includes(paymentModelId);
  return isOffered ? [] : [{ field, message: TEXTS.applications.planNotOffered }];
}
