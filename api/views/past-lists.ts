import { idOf } from '../../domain/event-sourcing/streams.ts';
import type { ApplicationDocument } from '../../projections/applications.ts';
import { type AuditDocument, auditKey } from '../../projections/audit.ts';
import type { Document, Filter } from '../../projections/document-store/port.ts';
import type { PastReadModel, ReadModels } from '../read-models/read-models.ts';

const REMOVALS_READ = 500;

/** The documents of an organization that passed the filter, as of a position, also those that are removed today. */
export async function pastList<Doc extends Document>(
  readModel: PastReadModel<Doc>,
  {
    organizationId,
    filter = {},
    isOld = () => true,
    removal,
  }: { organizationId: string; filter?: Filter; isOld?: (document: Doc) => boolean; removal: string },
  until: bigint,
  { audit }: Pick<ReadModels, 'audit'>,
): Promise<readonly Doc[]> {
  const [{ documents: stored }, removed] = await Promise.all([
    readModel.find({ organizationId, ...filter }),
    removedSince(organizationId, removal, until, audit),
  ]);
  return readModel.pastOf({ stored: stored.filter(isOld), removed }, until);
}

/** Much longer than clocks can be apart. */
const MARGIN_MS = 3_600_000;

/** Of a document's batch, which never changes; a transfer makes another application. */
export async function pastApplications(
  organizationId: string,
  batchIds: readonly string[] | undefined,
  { until, at }: { readonly until: bigint; readonly at: number },
  readModels: Pick<ReadModels, 'audit' | 'applications'>,
): Promise<readonly ApplicationDocument[]> {
  const filter: Filter = batchIds === undefined ? {} : { batchId: batchIds };
  // Without reading the streams of those that were submitted long after.
  const isOld = ({ createdAt }: ApplicationDocument) => Date.parse(createdAt) <= at + MARGIN_MS;
  const wanted = { organizationId, filter, isOld, removal: 'ApplicationRemoved' };
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
