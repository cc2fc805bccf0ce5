import { SYSTEM } from '../../domain/access/actor.ts';
import { application } from '../../domain/application/application.ts';
import type { ApplicationEvent } from '../../domain/application/events.ts';
import type { BulkUndoResult } from '../../domain/bulk/events.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { CommandContext } from '../context/context.ts';
import { uuidV5 } from '../context/identity.ts';
import type { Environment } from '../handling/environment.ts';
import { handle, load } from '../handling/handle.ts';
import { bulkContext } from './bulk-context.ts';
import type { LoadedApplication } from './set-row.ts';

export type EraseApplications = (
  applicationIds: readonly string[],
  organizationId: string,
  context: CommandContext,
) => Promise<Result<unknown>>;

/**
 * Removes an imported application and records its erasure, unless the applicant has used it or someone has changed it
 * since. Repeated after a crash, it returns the first result.
 */
export async function removeRow(
  environment: Environment,
  { applicationId, bulkId }: { readonly applicationId: string; readonly bulkId: string },
  context: CommandContext,
): Promise<BulkUndoResult> {
  const result = { applicationId, reason: null, mail: null };
  const loaded = await load(environment, application, applicationId);
  const isImported = loaded.events[0]?.metadata.correlationId === bulkId;
  if (loaded.state.kind !== 'application' || !isImported) return { ...result, outcome: 'unchanged' };
  const activity = await environment.log.readStream(`activity-${applicationId}`);
  if (activity.length > 0) return { ...result, outcome: 'left', reason: TEXTS.bulk.applicantActed };
  const removed = await handle(
    environment,
    application,
    applicationId,
    (fresh) => {
      const reason = whyLeft(fresh, bulkId);
      return reason === null ? accept([{ type: 'Remove', data: {} }]) : reject('refused', reason);
    },
    context,
    { loaded },
  );
  return removed.ok
    ? { ...result, outcome: 'restored' }
    : { ...result, outcome: 'left', reason: removed.rejection.message };
}

/** Events of the emails that the import sent. */
const OUTCOMES: ReadonlySet<string> = new Set<ApplicationEvent['type']>(['EmailDelivered', 'EmailFailed']);

function whyLeft({ events }: LoadedApplication, bulkId: string): string | null {
  const later = events.filter(({ metadata, type }) => metadata.correlationId !== bulkId && !OUTCOMES.has(type));
  if (later.length === 0) return null;
  return later.some(({ type }) => type === 'UserLinked') ? TEXTS.bulk.applicantActed : TEXTS.bulk.changedSince;
}

/** Destroys the keys and clears the other places, such as waiting emails. */
export async function eraseRemoved(
  erase: EraseApplications,
  {
    bulkId,
    organizationId,
    results,
  }: { readonly bulkId: string; readonly organizationId: string; readonly results: readonly BulkUndoResult[] },
  environment: Pick<Environment, 'now'>,
): Promise<void> {
  const ids = results.flatMap(({ applicationId, outcome }) => (outcome === 'restored' ? [applicationId] : []));
  if (ids.length === 0) return;
  const commandId = uuidV5(bulkId, 'erase', ...ids);
  const context = bulkContext(environment, { bulkId, organizationId, actor: SYSTEM }, commandId);
  const erased = await erase(ids, organizationId, context);
  if (!erased.ok) throw new Error(`The erasure after ${bulkId} was refused: ${erased.rejection.message}`);
}
