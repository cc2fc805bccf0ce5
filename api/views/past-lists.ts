import { idOf } from '../../domain/event-sourcing/streams.ts';
import type { ApplicationDocument } from '../../projections/applications.ts';
import { type AuditDocument, auditKey } from '../../projections/audit.ts';
import type { Document, Filter } from '../../projections/document-store/port.ts';
import type { PastReadModel, ReadModels } from '../read-models/read-models.ts';

const REMOVALS_READ = 500;

/** The documents of an organization that passed the filter, as of a position, also those that are removed today. */
export async function pastList<Doc extends Document>(
  readModel: PastReadModel<Doc>,
  { organizationId, filter = {}, removal }: { organizationId: string; filter?: Filter; removal: string },
  until: bigint,
  { audit }: Pick<ReadModels, 'audit'>,
): Promise<readonly Doc[]> {
  const [{ documents: stored }, removed] = await Promise.all([
    readModel.find({ organizationId, ...filter }),
    removedSince(organizationId, removal, until, audit),
  ]);
  return readModel.pastOf({ stored, removed }, until);
}

/** Of a document's batch, which never changes; a transfer makes another application. */
export async function pastApplications(
  organizationId: string,
  batchIds: readonly string[] | undefined,
  until: bigint,
  readModels: Pick<ReadModels, 'audit' | 'applications'>,
): Promise<readonly ApplicationDocument[]> {
  const filter: Filter = batchIds === undefined ? {} : { batchId: batchIds };
  const wanted = { organizationId, filter, removal: 'ApplicationRemoved' };
  const then = await pastList(readModels.applications, wanted, until, readModels);
  const within = new Set(batchIds);
  return batchIds === undefined ? then : then.filter(({ batchId }) => within.has(batchId));
}

async function removedSince(
  organizationId: string,
  type: string,
  until: bigint,
  audit: Pick<ReadModels['audit'], 'find'>,
): Promise<readonly string[]> {
  const removed: AuditDocument[] = [];
  let cursor: string | undefined;
  do {
    const page = await audit.find(
      { byType: auditKey(organizationId, type) },
      { limit: REMOVALS_READ, ...(cursor === undefined ? {} : { cursor }) },
    );
    removed.push(...page.documents);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return removed.filter(({ _pos = 0n }) => _pos > until).map(({ stream }) => idOf(stream));
}
