import { type BatchCommand, type BatchState, batch } from '../../domain/batch/batch.ts';
import type { BatchDetails, BatchEvent } from '../../domain/batch/events.ts';
import type { BatchStatus } from '../../domain/batch/status.ts';
import type { Wanted } from '../../domain/configuration/field-rules.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { CommandContext } from '../context/context.ts';
import { lookUpFiles } from '../file/referred-files.ts';
import { changedFields } from '../handling/changed-fields.ts';
import type { Environment } from '../handling/environment.ts';
import { type Handled, load } from '../handling/handle.ts';
import { handleNamed } from '../registry/handle-named.ts';
import { batchNamesOf } from './batch-names.ts';
import { checkAssessments } from './check-assessments.ts';
import { checkProcess } from './check-process.ts';

export interface ChangeBatch {
  readonly batchId: string;
  readonly payload: Wanted<BatchDetails> & { readonly version?: number | null; readonly status?: BatchStatus | null };
}

export async function changeBatch(
  environment: Environment,
  { batchId, payload }: ChangeBatch,
  context: CommandContext,
): Promise<Result<Handled<BatchState, BatchEvent>>> {
  const { state } = await load(environment, batch, batchId);
  if (!state.exists) return reject('not-found', TEXTS.access.notFound);
  const { organizationId } = state;
  if (payload.processId !== state.details.processId) {
    const process = await checkProcess(environment, organizationId, payload.processId);
    if (!process.ok) return process;
  }
  const assessments = await checkAssessments(
    environment,
    organizationId,
    payload.assessmentIds,
    state.details.assessmentIds,
  );
  if (!assessments.ok) return assessments;
  const files = await lookUpFiles(environment, payload);
  const { version = null, ...fields } = files.named(payload);
  return handleNamed(
    environment,
    batch,
    batchId,
    batchNamesOf(organizationId),
    (loaded) => {
      const changed = changedFields(batch, loaded, documentOf, { version, fields });
      if (!changed.ok) return changed;
      const holds = loaded.state.details;
      const stored = files.check(changed.value, { organizationId, target: 'batch', id: batchId, holds });
      return stored.ok ? commandsFor(changed.value) : stored;
    },
    { ...context, organizationId },
  );
}

const documentOf = ({ details, status }: BatchState) => ({ ...details, status });

function commandsFor({ status, ...changes }: Readonly<Record<string, unknown>>): Result<readonly BatchCommand[]> {
  if (status === null) {
    const message = TEXTS.batches.statusMissing;
    return reject('refused', message, [{ field: 'status', message }]);
  }
  return accept([
    { type: 'ChangeDetails', data: { changes } },
    ...(status === undefined
      ? []
      : [{ type: 'ChangeStatus', data: { status: status as BatchStatus } } as const satisfies BatchCommand]),
  ]);
}
