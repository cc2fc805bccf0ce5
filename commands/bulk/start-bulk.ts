import type { BulkAction, ChosenAction, ImportAction } from '../../domain/bulk/action.ts';
import { type BulkState, bulk } from '../../domain/bulk/bulk.ts';
import type { BulkEvent } from '../../domain/bulk/events.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { mayBeAssigned } from '../application/assignees.ts';
import { loadProgramOf } from '../batch/program.ts';
import type { CommandContext } from '../context/context.ts';
import { uuidV5 } from '../context/identity.ts';
import { findSendable } from '../email-template/send-email-template.ts';
import type { Environment } from '../handling/environment.ts';
import { type Handled, handle, load } from '../handling/handle.ts';
import { type AttemptLimits, refuseToday } from '../user/attempt-limits.ts';

export type WantedChange =
  | Exclude<ChosenAction, { kind: 'template' }>
  | { readonly kind: 'template'; readonly templateId: string };
export type WantedAction = WantedChange | Omit<ImportAction, 'batch'>;

export interface StartBulk {
  readonly organizationId: string;
  readonly action: WantedAction;
  readonly applicationIds: readonly string[];
}

async function readAnyAction(
  environment: Environment,
  { organizationId, action }: Pick<StartBulk, 'organizationId' | 'action'>,
): Promise<Result<BulkAction>> {
  if (action.kind !== 'import') return readAction(environment, { organizationId, action });
  const program = await loadProgramOf(environment, action.batchId, organizationId);
  return program
    ? accept({ ...action, batch: program.batch.details.name })
    : reject('not-found', TEXTS.access.notFound);
}

export async function readAction(
  environment: Environment,
  { organizationId, action }: { readonly organizationId: string; readonly action: WantedChange },
): Promise<Result<ChosenAction>> {
  if (action.kind === 'template') {
    const { templateId } = action;
    const found = await findSendable(environment, templateId, organizationId);
    if (!found.ok) return found;
    const { version: templateVersion, details } = found.value;
    return accept({ kind: 'template', templateId, templateVersion, template: details.name });
  }
  if (action.kind === 'status' && action.status === 'TRANSFERRED') {
    return refuse('action.status', TEXTS.bulk.transferOneByOne);
  }
  if (action.kind === 'assign' && action.userId !== null) {
    const isAssignable = await mayBeAssigned(environment, action.userId, organizationId);
    if (!isAssignable) return refuse('action.userId', TEXTS.applications.assigneeUnknown);
  }
  return accept(action);
}

const refuse = (field: string, message: string) => reject('refused', message, [{ field, message }]);

export interface BulkEnvironment extends Environment {
  readonly attempts: Pick<AttemptLimits, 'admitToday'>;
}

export async function startBulk(
  environment: BulkEnvironment,
  { organizationId, action, applicationIds }: StartBulk,
  context: CommandContext,
): Promise<Result<Handled<BulkState, BulkEvent>>> {
  const read = await readAnyAction(environment, { organizationId, action });
  if (!read.ok) return read;
  const id = uuidV5(context.commandId, 'bulk');
  const data = { organizationId, action: read.value, applicationIds };
  // A retry is neither counted again nor refused.
  if ((await load(environment, bulk, id)).state.kind === 'nothing') {
    const admitted = await admitBulks(environment, 1, context);
    if (!admitted.ok) return admitted;
  }
  return handle(environment, bulk, id, [{ type: 'StartBulkChange', data }], { ...context, correlationId: id });
}

export async function admitBulks(
  environment: BulkEnvironment,
  amount: number,
  { actor: { id: userId } }: CommandContext,
): Promise<Result<null>> {
  if (userId === undefined) return accept(null);
  const limit = QUOTAS.account.bulkChangesPerDay;
  const isAdmitted = await environment.attempts.admitToday(`bulk:${userId}`, { amount, limit, by: 'account' });
  return isAdmitted ? accept(null) : refuseToday(TEXTS.quotas.bulkToday(limit), environment);
}

export const undoBulk = (
  environment: Pick<Environment, 'log'>,
  bulkId: string,
  context: CommandContext,
): Promise<Result<Handled<BulkState, BulkEvent>>> =>
  handle(environment, bulk, bulkId, [{ type: 'StartUndo', data: {} }], { ...context, correlationId: bulkId });
