import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { LIMITS } from '../../domain/limits/limits.ts';
import {
  type Cut,
  everything,
  type Journey,
  journeyOf,
  type RecordedJourney,
  recordedBy,
  upToPosition,
} from '../../domain/reports/journey.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { JourneyDocument } from '../../projections/journeys.ts';
import { countedParts } from '../../timing/in-parts.ts';
import { countWork } from '../../timing/work-meter.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import { notesAbout } from './notes-view.ts';
import { newestOf } from './report-school.ts';

/** Main-thread milliseconds of finding and parsing one of them, and the work on one as bytes of JSON of the same work. */
const READING_MS = 0.004;
const JOURNEY_WEIGHT = 150;

/** What is to be known of reports on journeys. */
export const journeyNotes = (readModels: ReadModels, organization: string): Promise<string[]> =>
  notesAbout(readModels, ['journeys', 'batches'], organization);

export interface ReadJourneys {
  readonly recorded: readonly RecordedJourney[];
  /** With the originals of copies. */
  readonly byId: ReadonlyMap<string, RecordedJourney>;
  /** Of the newest event in them, or that as of which they were read. */
  readonly position: bigint;
}

/** All applications of the batches, of which there may not be too many today for one answer. */
export async function readJourneys(
  { journeys }: ReadModels,
  batchIds: readonly string[],
  asOf?: bigint,
): Promise<Result<ReadJourneys>> {
  if (batchIds.length === 0) return accept({ recorded: [], byId: new Map(), position: asOf ?? 0n });
  const count = await journeys.count({ batchId: batchIds });
  if (count > LIMITS.journeys) {
    const message = TEXTS.reports.tooManyApplications(count, LIMITS.journeys);
    return reject('refused', message, [{ field: 'courses', message }]);
  }
  const { documents } = await journeys.find({ batchId: batchIds });
  countWork(documents.length * READING_MS);
  await yieldToEventLoop();
  const byId = new Map<string, JourneyDocument>(documents.map((document) => [document._id, document]));
  for (let copies = documents; copies.length > 0; ) {
    const missing = copies.flatMap(({ copiedFrom }) =>
      copiedFrom !== null && !byId.has(copiedFrom) ? [copiedFrom] : [],
    );
    copies = await journeys.getMany([...new Set(missing)]);
    for (const original of copies) byId.set(original._id, original);
  }
  if (asOf === undefined) return accept({ recorded: documents, byId, position: newestOf(byId.values()) });
  const cut = upToPosition(asOf);
  const then = new Map([...byId].map(([id, document]): [string, RecordedJourney] => [id, recordedBy(document, cut)]));
  const recorded = documents.flatMap(({ _id }) => then.get(_id) ?? []).filter(({ moves }) => moves.length > 0);
  return accept({ recorded, byId: then, position: asOf });
}

export async function journeysIn({ recorded, byId }: ReadJourneys, cut: Cut = everything): Promise<readonly Journey[]> {
  const all = await countedParts(
    recorded,
    () => JOURNEY_WEIGHT,
    (one) => journeyOf(one, byId, cut),
  );
  return all.filter((journey) => journey !== null);
}
