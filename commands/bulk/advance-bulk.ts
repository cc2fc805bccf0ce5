import { type Actor, SYSTEM } from '../../domain/access/actor.ts';
import { type Bulk, type BulkCommand, bulk, nextOf } from '../../domain/bulk/bulk.ts';
import type { BulkResult, BulkUndoResult } from '../../domain/bulk/events.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { uuidV5 } from '../context/identity.ts';
import { releaseEmails } from '../email/count-emails.ts';
import type { Environment } from '../handling/environment.ts';
import { handle, load } from '../handling/handle.ts';
import type { Pace } from '../transfer/pace.ts';
import { actorOf, bulkContext, rowCommandId } from './bulk-context.ts';
import { changeRow } from './change-row.ts';
import { inGroups } from './in-groups.ts';
import { type EraseApplications, eraseRemoved, removeRow } from './remove-row.ts';
import { undoRow } from './undo-row.ts';

export interface Advance {
  readonly environment: Environment;
  readonly isUnavailable: (error: unknown) => boolean;
  readonly onProblem: (message: string, error: unknown) => void;
  /** Of applications whose erasure is in the log; repeatable. */
  readonly erase: EraseApplications;
  /** Yields to requests. */
  readonly pace: Pace;
}

/** Applications per commit; after a crash as many are checked again. */
const AT_ONCE = 50;

/** Records the results; false if nothing was left. */
export async function advanceBulk(advance: Advance, bulkId: string): Promise<boolean> {
  const { environment } = advance;
  const loaded = await load(environment, bulk, bulkId);
  const { state } = loaded;
  const next = state.kind === 'bulk' ? nextOf(state, AT_ONCE) : null;
  if (state.kind !== 'bulk' || !next) return false;

  const { organizationId } = state;
  const startedBy = next.what === 'change' ? state.startedBy : (state.undo?.startedBy ?? null);
  const actor = await actorOf(environment, startedBy, organizationId);
  const part: Part = { bulkId, state, actor, ids: next.ids };
  const command = next.what === 'change' ? await changeAll(advance, part) : await undoAll(advance, part);
  const commandId = uuidV5(bulkId, next.what, 'note', String(loaded.revision));
  const context = bulkContext(environment, { bulkId, organizationId, actor: SYSTEM }, commandId);
  const noted = await handle(environment, bulk, bulkId, [command], context, { loaded });
  if (!noted.ok) throw new Error(`The progress of ${bulkId} was refused: ${noted.rejection.message}`);
  // Afterwards: a crash in between leaves the count too high, never too low.
  if (noted.value.appended.length > 0) await releaseRefused(environment, state, command);
  return true;
}

/** Refused rows send nothing. */
async function releaseRefused(
  environment: Environment,
  { action, startedBy, startedAt }: Bulk,
  command: BulkCommand,
): Promise<void> {
  if (command.type !== 'NoteProgress' || action.kind !== 'template' || startedBy === null) return;
  const amount = command.data.results.filter(({ outcome }) => outcome !== 'changed').length;
  await releaseEmails(environment, { id: startedBy, amount, at: Date.parse(startedAt) });
}

interface Part {
  readonly bulkId: string;
  readonly state: Bulk;
  /** Null if the author has lost the permission. */
  readonly actor: Actor | null;
  readonly ids: readonly string[];
}

async function changeAll(advance: Advance, { bulkId, state, actor, ids }: Part): Promise<BulkCommand> {
  const { organizationId, action } = state;
  if (action.kind === 'import') throw new Error(`The client of ${bulkId} sends its rows`);
  const change = async (applicationId: string): Promise<BulkResult> => {
    const refused = (reason: string): BulkResult => ({ applicationId, outcome: 'refused', reason });
    if (!actor) return refused(TEXTS.access.notAllowed);
    const commandId = rowCommandId(bulkId, 'change', applicationId);
    const context = bulkContext(advance.environment, { bulkId, organizationId, actor }, commandId);
    return orElse(advance, refused, applicationId, () =>
      changeRow(advance.environment, { applicationId, organizationId, action }, context),
    );
  };
  return { type: 'NoteProgress', data: { results: await inGroups(ids, advance.pace, change) } };
}

async function undoAll(advance: Advance, { bulkId, state, actor, ids }: Part): Promise<BulkCommand> {
  const { organizationId, action } = state;
  const undo = async (applicationId: string): Promise<BulkUndoResult> => {
    const left = (reason: string): BulkUndoResult => ({ applicationId, outcome: 'left', reason, mail: null });
    if (!actor) return left(TEXTS.access.notAllowed);
    const changeId = rowCommandId(bulkId, 'change', applicationId);
    const commandId = rowCommandId(bulkId, 'undo', applicationId);
    const context = bulkContext(advance.environment, { bulkId, organizationId, actor }, commandId);
    return orElse(advance, left, applicationId, () =>
      action.kind === 'import'
        ? removeRow(advance.environment, { applicationId, bulkId }, context)
        : undoRow(advance.environment, { applicationId, changeId }, context),
    );
  };
  const results = await inGroups(ids, advance.pace, undo);
  if (action.kind === 'import')
    await eraseRemoved(advance.erase, { bulkId, organizationId, results }, advance.environment);
  return { type: 'NoteUndoProgress', data: { results } };
}

async function orElse<Outcome>(
  { isUnavailable, onProblem }: Advance,
  refused: (reason: string) => Outcome,
  applicationId: string,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (isUnavailable(error)) throw error;
    onProblem(`A bulk change failed for the application ${applicationId}`, error);
    return refused(TEXTS.bulk.failed);
  }
}
