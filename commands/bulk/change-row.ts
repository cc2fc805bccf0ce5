import { application } from '../../domain/application/application.ts';
import type { Application } from '../../domain/application/state.ts';
import { BULK_EMAILS_WAIT_MS, type ChangeAction, previewAction, type RenameAction } from '../../domain/bulk/action.ts';
import type { BulkResult } from '../../domain/bulk/events.ts';
import { accept } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { CommandContext } from '../context/context.ts';
import { requestIdOf } from '../email-template/send-email-template.ts';
import type { Environment } from '../handling/environment.ts';
import { handle, load } from '../handling/handle.ts';
import { type LoadedApplication, setRow } from './set-row.ts';

export interface ChangeRow {
  readonly applicationId: string;
  readonly organizationId: string;
  readonly action: ChangeAction;
}

/** Repeated after a crash, it returns the first result. */
export async function changeRow(
  environment: Environment,
  { applicationId, organizationId, action }: ChangeRow,
  context: CommandContext,
): Promise<BulkResult> {
  const loaded = await load(environment, application, applicationId);
  const { state, events } = loaded;
  // Applications of others count as absent.
  if (state.kind !== 'application' || state.organizationId !== organizationId) {
    return { applicationId, outcome: 'refused', reason: TEXTS.access.notFound };
  }
  const isDone = events.some(({ metadata }) => metadata.commandId === context.commandId);
  const preview = previewAction(action, state);
  if (!isDone && preview.outcome !== 'changed') return { applicationId, ...preview };

  const result = await change(environment, { applicationId, action, loaded, state, isDone }, context);
  if (!result.ok) return { applicationId, outcome: 'refused', reason: result.rejection.message };
  return { applicationId, outcome: result.value.appended.length > 0 ? 'changed' : 'unchanged', reason: null };
}

interface Asked<Action extends ChangeAction> {
  readonly applicationId: string;
  readonly action: Action;
  readonly loaded: LoadedApplication;
  readonly state: Application;
  readonly isDone: boolean;
}

function change(environment: Environment, { action, ...asked }: Asked<ChangeAction>, context: CommandContext) {
  switch (action.kind) {
    case 'template':
      return requestEmail(environment, { ...asked, action }, context);
    case 'renameOption':
      return renameAnswer(environment, { ...asked, action }, context);
    case 'status':
    case 'assign':
      return setStatusOrAssignee(environment, { ...asked, action }, context);
  }
}

function renameAnswer(
  environment: Environment,
  { applicationId, action, loaded }: Asked<RenameAction>,
  context: CommandContext,
) {
  const command = { type: 'SaveDetails', data: { values: { [action.name]: action.to } } } as const;
  return handle(
    environment,
    application,
    applicationId,
    ({ state }) =>
      accept(state.kind === 'application' && previewAction(action, state).outcome === 'changed' ? [command] : []),
    context,
    { loaded },
  );
}

function requestEmail(
  environment: Environment,
  { applicationId, action, loaded }: Asked<Extract<ChangeAction, { kind: 'template' }>>,
  context: CommandContext,
) {
  const { kind: _, ...template } = action;
  const requestId = requestIdOf(context, applicationId);
  const sendAt = new Date(environment.now() + BULK_EMAILS_WAIT_MS).toISOString();
  const command = { type: 'RequestEmail', data: { requestId, ...template, sendAt } } as const;
  return handle(environment, application, applicationId, [command], context, { loaded });
}

async function setStatusOrAssignee(
  environment: Environment,
  { applicationId, action, loaded, state, isDone }: Asked<Extract<ChangeAction, { kind: 'status' | 'assign' }>>,
  context: CommandContext,
) {
  const change = action.kind === 'status' ? { status: action.status } : { assigneeId: action.userId };
  if (isDone) return handle(environment, application, applicationId, [], context, { loaded });
  const refusalOf = ({ state: fresh }: LoadedApplication) =>
    fresh.kind === 'application' ? previewAction(action, fresh).reason : TEXTS.access.notFound;
  return setRow(environment, { applicationId, loaded, state, change, refusalOf }, context);
}
