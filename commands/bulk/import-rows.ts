import { application } from '../../domain/application/application.ts';
import type { FieldValues } from '../../domain/application/events.ts';
import { NO_TRACKING } from '../../domain/application/events.ts';
import { type ApplicationStatus, isApplicationStatus } from '../../domain/application/statuses.ts';
import { type BulkState, bulk } from '../../domain/bulk/bulk.ts';
import type { BulkResult } from '../../domain/bulk/events.ts';
import { accept, type FieldError, type Rejection, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import { readForm } from '../../domain/process/form-values.ts';
import { importFields } from '../../domain/process/import-fields.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { findPlace } from '../application/place.ts';
import { takeTrackingNumber } from '../application/tracking-number.ts';
import { loadProgramOf, type Program } from '../batch/program.ts';
import type { CommandContext } from '../context/context.ts';
import { uuidV5 } from '../context/identity.ts';
import type { Environment } from '../handling/environment.ts';
import { type Handled, handle, load } from '../handling/handle.ts';
import type { Pace } from '../transfer/pace.ts';
import { bulkContext, rowCommandId } from './bulk-context.ts';
import { inGroups } from './in-groups.ts';
import { type EraseApplications, eraseRemoved, removeRow } from './remove-row.ts';

export interface ImportRow {
  /** Its number in the file, which distinguishes a repeated row from another row with the same email. */
  readonly row: number;
  /** Null for NEW. */
  readonly status: string | null;
  readonly values: Readonly<Record<string, unknown>>;
}

export interface ImportedRow {
  readonly row: number;
  readonly outcome: 'imported' | 'duplicate' | 'refused';
  readonly applicationId: string | null;
  readonly reason: string | null;
  readonly errors: readonly FieldError[];
}

interface Answers {
  readonly email: string;
  readonly values: FieldValues;
  readonly status: ApplicationStatus;
}

/** Under the rules of a submission; names that the process does not define are ignored, as in a submission. */
function readRow({ config }: Program, { status, values }: ImportRow): Result<Answers> {
  if (status !== null && !isApplicationStatus(status)) return refuseStatus(TEXTS.applications.statusUnknown);
  if (status === 'TRANSFERRED') return refuseStatus(TEXTS.bulk.transferOneByOne);
  const read = readForm(importFields(config), values);
  if (!read.ok) return read;
  const { email, ...answers } = read.value;
  if (typeof email !== 'string') {
    return reject('refused', TEXTS.forms.requiredMissing, [{ field: 'email', message: TEXTS.forms.required }]);
  }
  return accept({ email, values: answers, status: status ?? 'NEW' });
}

const refuseStatus = (message: string) => reject('refused', message, [{ field: 'status', message }]);

interface Planned extends Answers {
  readonly row: number;
  readonly applicationId: string;
  readonly isDone: boolean;
}

/** Each row with its place, or the reason why it has none. */
async function plan(
  environment: Environment,
  program: Program,
  rows: readonly ImportRow[],
  { pace, contextOf }: { readonly pace: Pace; readonly contextOf: (row: number) => CommandContext },
): Promise<readonly (Planned | ImportedRow)[]> {
  const found = await inGroups(rows, pace, async (row): Promise<Planned | ImportedRow> => {
    const answers = readRow(program, row);
    if (!answers.ok) return refusedRow(row.row, answers.rejection);
    const wanted = { batchId: program.batchId, email: answers.value.email };
    const place = await findPlace(environment, wanted, contextOf(row.row));
    if (place.kind === 'held' || place.kind === 'claimed') return duplicateRow(row.row, TEXTS.bulk.alreadyApplied);
    const isDone = place.kind === 'mine';
    return { ...answers.value, row: row.row, applicationId: place.applicationId, isDone };
  });
  const taken = new Set<string>();
  return found.map((one) => {
    if (!isPlanned(one)) return one;
    if (taken.has(one.applicationId)) return duplicateRow(one.row, TEXTS.bulk.emailTwice);
    taken.add(one.applicationId);
    return one;
  });
}

const isPlanned = (one: Planned | ImportedRow): one is Planned => 'email' in one;

const refusedRow = (row: number, { code, message, errors = [] }: Rejection): ImportedRow =>
  code === 'duplicate'
    ? duplicateRow(row, TEXTS.bulk.alreadyApplied)
    : { row, outcome: 'refused', applicationId: null, reason: message, errors };
const duplicateRow = (row: number, reason: string): ImportedRow => ({
  row,
  outcome: 'duplicate',
  applicationId: null,
  reason,
  errors: [],
});
const importedRow = ({ row, applicationId }: Planned): ImportedRow => ({
  row,
  outcome: 'imported',
  applicationId,
  reason: null,
  errors: [],
});

const hasRowTwice = (rows: readonly ImportRow[]) => new Set(rows.map(({ row }) => row)).size < rows.length;

/** What `importRows` would answer for rows of a new import; changes nothing. */
export async function previewImport(
  environment: Environment,
  {
    organizationId,
    batchId,
    rows,
    pace,
  }: {
    readonly organizationId: string;
    readonly batchId: string;
    readonly rows: readonly ImportRow[];
    readonly pace: Pace;
  },
  context: CommandContext,
): Promise<Result<readonly ImportedRow[]>> {
  if (hasRowTwice(rows)) return reject('refused', TEXTS.bulk.rowTwice);
  const program = await loadProgramOf(environment, batchId, organizationId);
  if (!program) return reject('not-found', TEXTS.access.notFound);
  const planned = await plan(environment, program, rows, { pace, contextOf: () => context });
  return accept(planned.map((one) => (isPlanned(one) ? { ...importedRow(one), applicationId: null } : one)));
}

export interface RowsImported {
  readonly position: bigint;
  readonly appended: readonly Recorded<AnyEvent>[];
  readonly rows: readonly ImportedRow[];
}

/**
 * Adds the applications of one part. The ids of a row's command and application follow from the import and the row, so
 * a repeated part adds nothing.
 */
export async function importRows(
  environment: Environment,
  {
    bulkId,
    rows,
    erase,
    pace,
  }: {
    readonly bulkId: string;
    readonly rows: readonly ImportRow[];
    readonly erase: EraseApplications;
    readonly pace: Pace;
  },
  context: CommandContext,
): Promise<Result<RowsImported>> {
  if (hasRowTwice(rows)) return reject('refused', TEXTS.bulk.rowTwice);
  const { state } = await load(environment, bulk, bulkId);
  if (state.kind !== 'bulk' || state.action.kind !== 'import') return reject('not-found', TEXTS.access.notFound);
  if (state.undo) return reject('refused', TEXTS.bulk.importUndone);
  const { organizationId, action } = state;
  const program = await loadProgramOf(environment, action.batchId, organizationId);
  if (!program) return reject('not-found', TEXTS.access.notFound);

  const { actor } = context;
  const about = { bulkId, organizationId, actor };
  const contextOf = (row: number): CommandContext => ({
    ...bulkContext(environment, about, uuidV5(bulkId, 'row', String(row))),
    isSilent: !action.sendsEmails,
  });
  const planned = await plan(environment, program, rows, { pace, contextOf });
  const wanted = planned.filter(isPlanned);
  const record = (purpose: string, command: Parameters<typeof bulk.decide>[0]) =>
    handle(environment, bulk, bulkId, [command], bulkContext(environment, about, uuidV5(context.commandId, purpose)));

  const applicationIds = wanted.map(({ applicationId }) => applicationId);
  const added = await record('add rows', { type: 'AddRows', data: { applicationIds } });
  if (!added.ok) return added;
  const removeAll = () => removeLate(environment, { ...about, applicationIds, erase });
  const submit = async (one: Planned) => [one, await submitRow(environment, program, one, contextOf(one.row))] as const;
  const submitted = new Map(
    await inGroups(wanted, pace, submit).catch(async (failure: unknown) => {
      if (isUndone((await load(environment, bulk, bulkId)).state)) await removeAll();
      throw failure;
    }),
  );
  const results = wanted.map((one): BulkResult => {
    const answer = submitted.get(one);
    const reason = answer && !answer.ok ? refusedRow(one.row, answer.rejection).reason : null;
    return { applicationId: one.applicationId, outcome: reason === null ? 'changed' : 'refused', reason };
  });
  const noted = await record('note rows', { type: 'NoteProgress', data: { results } });
  if (!noted.ok) return noted;
  if (isUndone(noted.value.state)) {
    await removeAll();
    return reject('refused', TEXTS.bulk.importUndone);
  }

  const handled = [added, noted, ...submitted.values()].flatMap((one) => (one.ok ? [one.value] : []));
  return accept({
    position: handled.reduce((last, { position }) => (position > last ? position : last), 0n),
    appended: handled.flatMap((one: Handled<unknown, AnyEvent>) => one.appended),
    rows: planned.map((one) => {
      if (!isPlanned(one)) return one;
      const answer = submitted.get(one);
      return answer && !answer.ok ? refusedRow(one.row, answer.rejection) : importedRow(one);
    }),
  });
}

const isUndone = (state: BulkState): boolean => state.kind === 'bulk' && state.undo !== null;

async function submitRow(
  environment: Environment,
  { batchId, batch: { organizationId } }: Program,
  { applicationId, email, values, status, isDone }: Planned,
  context: CommandContext,
) {
  if (isDone) return handle(environment, application, applicationId, [], context);
  const trackingNumber = await takeTrackingNumber(environment.vault, organizationId);
  const data = { organizationId, batchId, trackingNumber, tracking: NO_TRACKING, userId: null, email, values };
  const commands = [
    { type: 'SubmitApplication', data },
    { type: 'ChangeStatus', data: { to: status } },
  ] as const;
  return handle(environment, application, applicationId, commands, context);
}

/** An undo that was requested meanwhile may have passed these rows before they existed. */
async function removeLate(
  environment: Environment,
  {
    bulkId,
    organizationId,
    actor,
    applicationIds,
    erase,
  }: Parameters<typeof bulkContext>[1] & {
    readonly applicationIds: readonly string[];
    readonly erase: EraseApplications;
  },
): Promise<void> {
  const results = await Promise.all(
    applicationIds.map((applicationId) => {
      const commandId = rowCommandId(bulkId, 'undo', applicationId);
      const context = bulkContext(environment, { bulkId, organizationId, actor }, commandId);
      return removeRow(environment, { applicationId, bulkId }, context);
    }),
  );
  await eraseRemoved(erase, { bulkId, organizationId, results }, environment);
}
