import type { Actor } from '../../domain/access/actor.ts';
import { can } from '../../domain/access/policy.ts';
import { BATCH_STATUSES } from '../../domain/batch/status.ts';
import type { BatchDocument } from '../../projections/batches.ts';
import type { Batch } from '../contract/batches.ts';
import type { Pin } from '../http/positions.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import { ownApplicationThen } from './own-then.ts';
import { documentsOf, pastApplications } from './past-lists.ts';

export async function batchView(
  { _pos, privateDetails, ...shown }: BatchDocument,
  actor: Actor,
  { applications }: Pick<ReadModels, 'applications'>,
  seatsTaken?: number,
): Promise<Batch> {
  const seesPrivate = can(actor, 'batch.readPrivate', { organizationId: shown.organizationId });
  return {
    ...shown,
    assessmentIds: [...shown.assessmentIds],
    openedAt: shown.openedAt ?? shown.createdAt,
    seatsTaken: seatsTaken ?? (await applications.count({ seatIn: shown._id })),
    ...(seesPrivate ? { privateDetails } : {}),
  };
}

/** For staff who may read the history. Counts seats in the applications of that position. */
export async function pastBatches(
  organizationId: string,
  past: Pin,
  actor: Actor,
  readModels: ReadModels,
): Promise<readonly Batch[]> {
  const [then, applications] = await Promise.all([
    // No event removes a batch.
    documentsOf(readModels.batches, { organizationId }, past, readModels),
    pastApplications(organizationId, undefined, past, readModels),
  ]);
  const taken = Map.groupBy(applications, ({ seatIn }) => seatIn);
  return Promise.all(
    then.toSorted(inListOrder).map((batch) => batchView(batch, actor, readModels, taken.get(batch._id)?.length ?? 0)),
  );
}

/** Staff see all batches, everyone the Open ones, applicants also those of their applications. */
export function canSeeBatch(batch: BatchDocument, actor: Actor, ownBatchIds: ReadonlySet<string>): boolean {
  if (can(actor, 'batch.read', { organizationId: batch.organizationId })) return true;
  return batch.status === 'Open' || ownBatchIds.has(batch._id);
}

/** Staff see every past state, others what was published then: a Draft stays with staff. */
export function couldSeeBatch(then: BatchDocument, actor: Actor, ownBatchIds: ReadonlySet<string>): boolean {
  if (can(actor, 'batch.read', { organizationId: then.organizationId })) return true;
  return then.status !== 'Draft' && canSeeBatch(then, actor, ownBatchIds);
}

export const inListOrder = (one: BatchDocument, other: BatchDocument): number =>
  BATCH_STATUSES.indexOf(one.status) - BATCH_STATUSES.indexOf(other.status) ||
  one.createdAt.localeCompare(other.createdAt);

/** With a position, only batches to which the person had applied by then. */
export async function ownBatchIds(
  actor: Actor,
  { applications }: Pick<ReadModels, 'applications'>,
  at?: bigint,
): Promise<ReadonlySet<string>> {
  if (actor.kind !== 'user' || actor.id === undefined) return new Set();
  const { documents } = await applications.find({ userId: actor.id });
  if (at === undefined) return new Set(documents.map(({ batchId }) => batchId));
  const today = new Set(documents.map(({ batchId }) => batchId));
  const then = await Promise.all(documents.map(({ _id }) => ownApplicationThen(actor, _id, at, { applications })));
  return new Set(then.flatMap((own) => (own && today.has(own.batchId) ? own.batchId : [])));
}
