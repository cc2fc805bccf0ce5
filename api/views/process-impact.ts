import { createHash } from 'node:crypto';
import { isEmptyValue } from '../../domain/application/field-value.ts';
import { isLocked } from '../../domain/application/statuses.ts';
import { hasStarted } from '../../domain/batch/status.ts';
import type { ProcessConfig } from '../../domain/process/config.ts';
import { type FieldImpact, type OptionRename, startImpact } from '../../domain/process/impact.ts';
import { factsOf } from '../../domain/visibility/application-document.ts';
import type { ApplicationDocument } from '../../projections/applications.ts';
import type { BatchDocument } from '../../projections/batches.ts';
import { inParts } from '../../timing/in-parts.ts';
import type { ProcessImpact } from '../contract/processes.ts';
import type { ReadModels } from '../read-models/read-models.ts';

const BYTES_PER_WEIGHT = 8;
const ENDED_IDS = 1000;

/** The applications that follow the process and are still in progress. */
async function applicationsInProgress(
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
  const removedFields = await withEnded(effects.removedFields, { users, inFlight }, readModels);
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
    removedFields,
  };
}

/** The token does not cover them, because nothing changes for them. */
async function withEnded(
  removed: readonly FieldImpact[],
  { users, inFlight }: { readonly users: readonly BatchDocument[]; readonly inFlight: readonly ApplicationDocument[] },
  { applications }: ReadModels,
): Promise<ProcessImpact['removedFields']> {
  if (removed.length === 0) return [];
  const { documents } = await applications.find({ batchId: users.map(({ _id }) => _id) });
  const running = new Set(inFlight.map(({ _id }) => _id));
  const ended = documents.filter(({ _id, isErased }) => !running.has(_id) && !isErased);
  const counted = removed.map((field) => ({ ...field, ended: 0, endedIds: [] as string[] }));
  await inParts(
    ended,
    () => removed.length,
    ({ _id, values }) => {
      for (const field of counted) {
        if (isEmptyValue(values[field.name] ?? null)) continue;
        field.ended += 1;
        if (field.endedIds.length < ENDED_IDS) field.endedIds.push(_id);
      }
    },
  );
  return counted;
}
