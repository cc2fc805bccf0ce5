import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { idOf } from '../../domain/event-sourcing/streams.ts';
import { LIMITS } from '../../domain/limits/limits.ts';
import type { ApplicationDocument } from '../../projections/applications.ts';
import { type AuditDocument, auditKey } from '../../projections/audit.ts';
import type { Document, Filter } from '../../projections/document-store/port.ts';
import { PastTooFar } from '../../projections/engine/past-documents.ts';
import { inPages } from '../../timing/in-pages.ts';
import type { Pin } from '../http/positions.ts';
import type { PastReadModel, ReadModels } from '../read-models/read-models.ts';

/** Two or three milliseconds of work. */
const FOUND_AT_ONCE = 200;

interface Wanted<Doc> {
  readonly organizationId: string;
  /** The event that removes such documents; absent if none does. */
  readonly removal?: string;
  readonly filter?: Filter;
  readonly isOld?: (document: Doc) => boolean;
}

/** The documents of an organization: today's, or those as of a position, which may be removed today. */
export async function documentsOf<Doc extends Document>(
  readModel: PastReadModel<Doc>,
  wanted: Wanted<Doc>,
  past: Pin | undefined,
  { audit }: Pick<ReadModels, 'audit'>,
): Promise<readonly Doc[]> {
  const { organizationId, removal, filter = {}, isOld = () => true } = wanted;
  if (!past) return (await readModel.find({ organizationId, ...filter })).documents;
  const [stored, removed] = await Promise.all([
    foundInPages(readModel, { organizationId, ...filter }),
    removal === undefined ? [] : removedSince(organizationId, removal, past, audit),
  ]);
  return readModel.pastOf({ organizationId, stored: stored.filter(isOld), removed }, past.position);
}

/** Finding all at once would be work in one piece. A document that changes meanwhile is folded up to the position. */
async function foundInPages<Doc extends Document>(readModel: PastReadModel<Doc>, filter: Filter): Promise<Doc[]> {
  const found: Doc[] = [];
  for await (const { documents } of inPages((from) => readModel.find(filter, { limit: FOUND_AT_ONCE, ...from }))) {
    found.push(...documents);
    await yieldToEventLoop();
  }
  return found;
}

/** Much longer than clocks can be apart. */
const MARGIN_MS = 3_600_000;

/** The named ones of an organization, without looking at its others. */
export async function pastApplicationsNamed(
  organizationId: string,
  ids: readonly string[],
  { position }: Pin,
  { applications }: Pick<ReadModels, 'applications'>,
): Promise<readonly ApplicationDocument[]> {
  const found = await applications.getMany(ids);
  const stored = found.filter((one) => one.organizationId === organizationId);
  const present = new Set(found.map(({ _id }) => _id));
  const removed = ids.filter((id) => !present.has(id));
  const then = await applications.pastOf({ organizationId, stored, removed }, position);
  return then.filter((one) => one.organizationId === organizationId);
}

/** Of a document's batch, which never changes; a transfer makes another application. */
export async function pastApplications(
  organizationId: string,
  batchIds: readonly string[] | undefined,
  past: Pin,
  readModels: Pick<ReadModels, 'audit' | 'applications'>,
): Promise<readonly ApplicationDocument[]> {
  const filter: Filter = batchIds === undefined ? {} : { batchId: batchIds };
  // Without reading the streams of those that were submitted long after.
  const isOld = ({ createdAt }: ApplicationDocument) => Date.parse(createdAt) <= past.at + MARGIN_MS;
  const wanted = { organizationId, filter, isOld, removal: 'ApplicationRemoved' };
  const then = await documentsOf(readModels.applications, wanted, past, readModels);
  const within = new Set(batchIds);
  return batchIds === undefined ? then : then.filter(({ batchId }) => within.has(batchId));
}

const REMOVALS_READ = 500;

async function removedSince(
  organizationId: string,
  type: string,
  { position }: Pin,
  audit: Pick<ReadModels['audit'], 'find'>,
): Promise<readonly string[]> {
  const filter = { byType: auditKey(organizationId, type) };
  const removed: AuditDocument[] = [];
  const isBefore = ({ _pos = 0n }: AuditDocument) => _pos <= position;
  for await (const { documents } of inPages((from) => audit.find(filter, { limit: REMOVALS_READ, ...from }))) {
    removed.push(...documents);
    // Newest first by their time: after one before the position, only clocks that differ can put a later one.
    const first = removed.find(isBefore);
    const last = removed.at(-1);
    if (removed.length > LIMITS.pastRemovals) throw new PastTooFar(`More than ${LIMITS.pastRemovals} removals`);
    if (first && last && Date.parse(last.at) < Date.parse(first.at) - MARGIN_MS) break;
  }
  return removed.filter((entry) => !isBefore(entry)).map(({ stream }) => idOf(stream));
}
