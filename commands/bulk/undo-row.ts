import { application } from '../../domain/application/application.ts';
import type { ApplicationEvent } from '../../domain/application/events.ts';
import { statusSinceOf } from '../../domain/application/status-since.ts';
import type { BulkUndoResult } from '../../domain/bulk/events.ts';
import type { Recorded } from '../../domain/event-sourcing/event.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { CommandContext } from '../context/context.ts';
import { uuidV5 } from '../context/identity.ts';
import { cancelEmail } from '../email-template/cancel-email.ts';
import type { Environment } from '../handling/environment.ts';
import { load } from '../handling/handle.ts';
import { type LoadedApplication, type RowChange, setRow } from './set-row.ts';

export interface UndoRow {
  readonly applicationId: string;
  readonly changeId: string;
}

/**
 * Restores the status with its original time, the assignee, or the answer, unless it was set since, and cancels the
 * unsent email. Repeated after a crash, it returns the first result.
 */
export async function undoRow(
  environment: Environment,
  { applicationId, changeId }: UndoRow,
  context: CommandContext,
): Promise<BulkUndoResult> {
  const loaded = await load(environment, application, applicationId);
  const { state } = loaded;
  const done = loaded.events.filter(({ metadata }) => metadata.commandId === changeId);
  if (state.kind !== 'application' || done.length === 0) {
    return { applicationId, outcome: 'unchanged', reason: null, mail: null };
  }
  const mail = await cancelUnsent(environment, applicationId, done, context);
  const left = (reason: string): BulkUndoResult => ({ applicationId, outcome: 'left', reason, mail });
  const restored: BulkUndoResult = { applicationId, outcome: 'restored', reason: null, mail };

  const change = formerOf(loaded, done);
  if (!change) return mail === 'sent' ? left(TEXTS.bulk.emailSent) : restored;
  if (loaded.events.some(({ metadata }) => metadata.commandId === context.commandId)) return restored;
  const refusalOf = (fresh: LoadedApplication) => whyLeft(fresh, done);
  const refusal = refusalOf(loaded);
  if (refusal !== null) return left(refusal);
  const set = await setRow(environment, { applicationId, loaded, state, change, refusalOf }, context);
  return set.ok ? restored : left(set.rejection.message);
}

type Events = readonly Recorded<ApplicationEvent>[];

async function cancelUnsent(
  environment: Environment,
  applicationId: string,
  done: Events,
  context: CommandContext,
): Promise<BulkUndoResult['mail']> {
  const request = done.find((event) => event.type === 'EmailRequested');
  if (request?.type !== 'EmailRequested') return null;
  const { requestId } = request.data;
  const cancelling = { ...context, commandId: uuidV5(context.commandId, 'cancel the email') };
  const cancelled = await cancelEmail(environment, { applicationId, requestId }, cancelling);
  return cancelled.ok && cancelled.value === null ? 'sent' : 'cancelled';
}

function formerOf({ events }: LoadedApplication, done: Events): RowChange | null {
  const moved = done.find((event) => event.type === 'StatusChanged');
  if (moved?.type === 'StatusChanged') {
    const since = statusSinceOf(events.filter(({ revision }) => revision < moved.revision));
    return { status: moved.data.from, ...(since === undefined ? {} : { statusSince: since }) };
  }
  const set = done.find(({ type }) => type === 'AdminAssigned' || type === 'DetailsSaved');
  if (!set) return null;
  const before = events
    .filter(({ revision }) => revision < set.revision)
    .reduce(application.evolve, application.initial);
  if (before.kind !== 'application') return null;
  if (set.type !== 'DetailsSaved') return { assigneeId: before.adminAssigneeId };
  return { values: Object.fromEntries(set.data.fields.map((name) => [name, before.values[name] ?? null])) };
}

const SETS_STATUS: readonly string[] = ['StatusChanged', 'ApplicationTransferred'];

/** Skipped if someone set this value again later. */
function whyLeft({ state, events }: LoadedApplication, done: Events): string | null {
  if (state.kind === 'application' && state.isErased) return TEXTS.applications.erased;
  const last = done.at(-1)?.revision ?? 0;
  const types = done.some(({ type }) => type === 'StatusChanged') ? SETS_STATUS : ['AdminAssigned'];
  const answered = done.flatMap((event) => (event.type === 'DetailsSaved' ? event.data.fields : []));
  const isSetSince = events.some(
    (event) =>
      event.revision > last &&
      (event.type === 'DetailsSaved'
        ? event.data.fields.some((name) => answered.includes(name))
        : answered.length === 0 && types.includes(event.type)),
  );
  return isSetSince ? TEXTS.bulk.changedSince : null;
}
