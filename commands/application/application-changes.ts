import type { Capability } from '../../domain/access/policy.ts';
import type { ApplicationCommand } from '../../domain/application/application.ts';
import { CHANGED_BY_PUT } from '../../domain/application/core-fields.ts';
import { documentOf, factsOf } from '../../domain/application/document.ts';
import type { FieldValue } from '../../domain/application/events.ts';
import { isEmptyValue } from '../../domain/application/field-value.ts';
import { allows } from '../../domain/application/lifecycle.ts';
import type { Application } from '../../domain/application/state.ts';
import { hasReached, isApplicationStatus } from '../../domain/application/statuses.ts';
import { hasStarted } from '../../domain/batch/status.ts';
import { accept, type FieldError, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { LIMITS } from '../../domain/limits/limits.ts';
import { definitionsOf, formsOf } from '../../domain/process/fields.ts';
import { errorOfAnyDefinition, rejectValues } from '../../domain/process/form-values.ts';
import { answerableFields, isStepVisible } from '../../domain/process/steps.ts';
import type { Outcome } from '../../domain/solution/state.ts';
import { grouped } from '../../domain/text/counted.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Change } from '../diff-document.ts';
import type { Editor } from './editable-application.ts';
import type { Program } from './program.ts';

/** The requested changes of a PUT, one member per command. */
export interface WantedChanges {
  readonly values: Readonly<Record<string, FieldValue | null>>;
  readonly email?: string;
  readonly status?: Extract<ApplicationCommand, { type: 'ChangeStatus' }>['data']['to'];
  /** Set by undo: when the restored status began. */
  readonly statusSince?: string;
  readonly userId?: string;
  /** null = unassigned. */
  readonly assigneeId?: string | null;
  /** null = no plan. */
  readonly paymentModelId?: string | null;
  readonly addedComments: readonly string[];
  readonly deletedCommentIds: readonly string[];
}

interface Asked {
  readonly state: Application;
  readonly editor: Editor;
  readonly program: Program;
  /** Submitted solutions, for conditions. */
  readonly outcomes: readonly Outcome[];
}

/** Groups differences by command, and refuses those that the editor may not make or that are invalid. */
export function readChanges(changes: readonly Change[], asked: Asked): Result<WantedChanges> {
  const wanted = collect(changes);
  if (!wanted.ok) return wanted;
  if (wanted.value.status === 'TRANSFERRED' && !asked.editor.may('application.transfer')) {
    return reject('forbidden', TEXTS.access.notAllowed);
  }
  return lockOf(wanted.value, asked) ?? errorsOf(wanted.value, asked) ?? wanted;
}

function collect(changes: readonly Change[]): Result<WantedChanges> {
  const set = new Map(changes.flatMap((change) => (change.kind === 'set' ? [[change.field, change.value]] : [])));
  const values = [...set].filter(([field]) => !CHANGED_BY_PUT.has(field)) as [string, FieldValue | null][];
  const comments = changes.filter(({ field }) => field === 'adminComments');
  const added = comments.flatMap((change) => (change.kind === 'add' ? [change.element.message] : []));
  const errors: FieldError[] = [];
  const text = (field: string, isNullable: boolean) => {
    const value = set.get(field);
    if (typeof value !== 'string' && !(isNullable && value === null)) {
      errors.push({ field, message: TEXTS.documents.valueRequired(field) });
    }
    return value as string;
  };
  const status = set.get('status');
  if (set.has('status') && !isApplicationStatus(status)) {
    errors.push({ field: 'status', message: TEXTS.applications.statusUnknown });
  }
  if (added.length > LIMITS.newComments) {
    const message = TEXTS.documents.tooMany(
      'A change',
      grouped(LIMITS.newComments),
      'new comments',
      grouped(added.length),
    );
    errors.push({ field: 'adminComments', message });
  }
  if (!added.every((message) => typeof message === 'string')) {
    errors.push({ field: 'adminComments', message: TEXTS.forms.textExpected });
  }
  const wanted: WantedChanges = {
    values: Object.fromEntries(values),
    ...(set.has('email') ? { email: text('email', false) } : {}),
    ...(isApplicationStatus(status) ? { status } : {}),
    ...(set.has('userId') ? { userId: text('userId', false) } : {}),
    ...(set.has('adminAssignee') ? { assigneeId: text('adminAssignee', true) } : {}),
    ...(set.has('selectedPaymentModelId') ? { paymentModelId: text('selectedPaymentModelId', true) } : {}),
    addedComments: added as string[],
    deletedCommentIds: comments.flatMap((change) => (change.kind === 'remove' ? [change.id] : [])),
  };
  return errors[0] ? reject('refused', errors[0].message, errors) : accept(wanted);
}

/** In a Complete batch or a locked status an applicant can only link an account. */
function lockOf(wanted: WantedChanges, { state, editor, program }: Asked): Result<never> | null {
  const isReadOnly = hasStarted(program.batch.status);
  const isLocked = (command: 'SaveDetails' | 'ChoosePaymentPlan', capability: Capability) =>
    !allows(command, state.status, editor.party) || !editor.may(capability, { isReadOnly });
  const isRefused =
    (Object.keys(wanted.values).length > 0 && isLocked('SaveDetails', 'application.completeSteps')) ||
    (wanted.paymentModelId !== undefined && isLocked('ChoosePaymentPlan', 'application.choosePlan'));
  return isRefused ? reject('refused', TEXTS.applications.locked) : null;
}

function errorsOf(wanted: WantedChanges, asked: Asked): Result<never> | null {
  const errors = [...valueErrors(wanted, asked), ...planErrors(wanted, asked)];
  return errors.length > 0 ? rejectValues(errors) : null;
}

function valueErrors({ values }: WantedChanges, { state, editor, program, outcomes }: Asked): readonly FieldError[] {
  const { config } = program;
  const wrong = Object.entries(values).flatMap(([field, value]) => {
    const definitions = definitionsOf(field, config);
    const isMissing = value === null && definitions.some(({ required }) => required);
    const message = isMissing ? TEXTS.forms.required : value && errorOfAnyDefinition(value, definitions);
    return message ? [{ field, message }] : [];
  });
  if (wrong.length > 0 || editor.may('application.correctPersonalData')) return wrong;

  const after: Readonly<Record<string, FieldValue | null>> = { ...state.values, email: state.email, ...values };
  const forms = formsOf(config, factsOf(documentOf('', 0, state, outcomes))).map(({ fields }) =>
    answerableFields(fields, config),
  );
  // Missing answers per form that asks for the value; one complete form suffices.
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

/** The plan must be on offer; after the contract only people who manage invoices choose another. */
function planErrors(
  { paymentModelId }: WantedChanges,
  { state, editor, program, outcomes }: Asked,
): readonly FieldError[] {
  if (paymentModelId === undefined) return [];
  const field = 'selectedPaymentModelId';
  const isSigned = state.selectedPaymentModelId !== null && hasReached(state.status, 'CONTRACT RECEIVED');
  if (isSigned && !editor.may('invoice.manage')) return [{ field, message: TEXTS.applications.planIsFixed }];
  const facts = factsOf(documentOf('', 0, state, outcomes));
  const offered = program.config.applicationDetailsSteps
    .filter((step) => editor.party === 'admin' || isStepVisible(step, facts))
    .flatMap(({ availablePaymentModels }) => availablePaymentModels ?? []);
  const isOffered = paymentModelId === null || offered.includes(paymentModelId);
  return isOffered ? [] : [{ field, message: TEXTS.applications.planNotOffered }];
}
