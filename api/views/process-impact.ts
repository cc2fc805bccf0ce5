import { createHash } from 'node:crypto';
import { isLocked } from '../../domain/application/statuses.ts';
import { hasStarted } from '../../domain/batch/status.ts';
import type { ProcessConfig } from '../../domain/process/config.ts';
import { type OptionRename, startImpact } from '../../domain/process/impact.ts';
import { factsOf } from '../../domain/visibility/application-document.ts';
import type { ApplicationDocument } from '../../projections/applications.ts';
import type { BatchDocument } from '../../projections/batches.ts';
import { inParts } from '../../timing/in-parts.ts';
import type { ProcessImpact } from '../contract/processes.ts';
import type { ReadModels } from '../read-models/read-models.ts';

const BYTES_PER_WEIGHT = 8;

/** The applications that follow the process and are still in progress. */
export async function applicationsInProgress(
  processId: string,
  { applications, batches }: ReadModels,
): Promise<{ readonly users: readonly BatchDocument[]; readonly inFlight: readonly ApplicationDocument[] }> {
  const { documents: users } = await batches.find({ processId });
  const running = users.filter(({ status }) => !hasStarted(status));
  const { documents } = await applications.find({ batchId: running.map(({ _id }) => _id) });
  return { users, inFlight: documents.filter(({ status }) => !isLocked(status)) };
}

export async function processImpact(
  processId: string,
  {
    before,
    after,
    renames,
  }: { readonly before: ProcessConfig; readonly after: ProcessConfig; readonly renames: readonly OptionRename[] },
  readModels: ReadModels,
): Promise<ProcessImpact> {
  const { users, inFlight } = await applicationsInProgress(processId, readModels);
  const count = startImpact(before, after, renames);
  const weight = JSON.stringify([before, after]).length / BYTES_PER_WEIGHT;
  await inParts(
    inFlight,
    () => weight,
    (document) => count.add(document._id, factsOf(document)),
  );
  const { applications: inProgress, ...effects } = count.impact();
  return {
    applications: inProgress,
    batches: users.map(({ _id, name }) => ({
      _id,
      name,
      applications: inFlight.filter(({ batchId }) => batchId === _id).length,
    })),
    token: createHash('sha256')
      .update(JSON.stringify([after, effects, ...renames]))
      .digest('base64url'),
    ...effects,
  };
}
