import { type Pace, YIELD_ONLY } from '../../commands/transfer/pace.ts';
import type { ReadModel } from '../../projections/engine/contract.ts';
import type { ReportShard } from '../../projections/report-folds/contributions.ts';
import { inPages } from '../../timing/in-pages.ts';

/** Documents that are parsed before other requests run. */
const PAGE = 100;
/** Attempts for a report that changes constantly. */
const ATTEMPTS = 5;

export interface ShardsRead {
  readonly shards: readonly ReportShard[];
  /** The position of the newest change; 0 for an empty report. */
  readonly changed: number;
  readonly definition: number | null;
}

export const newestChange = async (collection: ReadModel<ReportShard>): Promise<ReportShard | undefined> =>
  (await collection.find({}, { sort: { by: 'changed', descending: true }, limit: 1 })).documents[0];

/** All documents as of one position: repeats for documents that changed during the read. */
export async function readShards(collection: ReadModel<ReportShard>, pace: Pace = YIELD_ONLY): Promise<ShardsRead> {
  for (let attempt = 1; ; attempt += 1) {
    const found = await readAll(collection, pace);
    await readChanges(collection, found);
    const all = [...found.values()];
    const definition = all[0]?.definition ?? null;
    // Otherwise the build of another version completed during the read.
    if (all.every((shard) => shard.definition === definition)) {
      const changed = all.reduce((newest, shard) => Math.max(newest, shard.changed), 0);
      return { shards: all, changed, definition };
    }
    if (attempt === ATTEMPTS) throw new Error('A report was replaced at each attempt to read it');
  }
}

async function readAll(collection: ReadModel<ReportShard>, pace: Pace): Promise<Map<string, ReportShard>> {
  const found = new Map<string, ReportShard>();
  for await (const { documents } of inPages((from) => collection.find({}, { limit: PAGE, ...from }))) {
    for (const shard of documents) found.set(shard._id, shard);
    await pace();
  }
  return found;
}

/** Reads changes newest first, down to the known position. Each round has less to read than the one before. */
async function readChanges(collection: ReadModel<ReportShard>, found: Map<string, ReportShard>): Promise<void> {
  const sort = { by: 'changed', descending: true } as const;
  for (let isKnown = false; !isKnown; ) {
    isKnown = true;
    for await (const { documents } of inPages((from) => collection.find({}, { sort, limit: PAGE, ...from }))) {
      const newer = documents.filter(({ _id, changed }) => (found.get(_id)?.changed ?? -1) < changed);
      for (const shard of newer) found.set(shard._id, shard);
      if (newer.length > 0) isKnown = false;
      if (newer.length < documents.length) break;
    }
  }
}
