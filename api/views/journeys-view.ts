import type { EventLog } from '../../commands/event-store/event-log.ts';
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
import type { Engine } from '../../projections/engine/contract.ts';
import type { JourneyDocument } from '../../projections/journeys.ts';
import { inPages } from '../../timing/in-pages.ts';
import { countedParts } from '../../timing/in-parts.ts';
import { countWorkInParts } from '../../timing/work-meter.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import { paceOfRequest, type RequestsUnderWay } from '../runtime/requests-under-way.ts';
import { notesAbout } from './notes-view.ts';
import { newestOf } from './report-school.ts';

/** Main-thread milliseconds of finding and parsing one of them, and the work on one as bytes of JSON of the same work. */
const READING_MS = 0.004;
const JOURNEY_WEIGHT = 150;
/** Documents that are read before other requests run: one or two milliseconds. */
const PAGE = 250;
/** Time for the journeys to reach the position that an answer shows. */
const WAIT_MS = 2000;

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

export interface JourneySources {
  readonly readModels: ReadModels;
  readonly log: Pick<EventLog, 'head'>;
  readonly engine: Pick<Engine, 'waitFor'>;
  readonly requests: Pick<RequestsUnderWay, 'counts'>;
}

/** All applications of the batches, of which there may not be too many today for one answer. */
export async function readJourneys(
  { readModels: { journeys }, log, engine, requests }: JourneySources,
  batchIds: readonly string[],
  asOf?: bigint,
): Promise<Result<ReadJourneys>> {
  if (batchIds.length === 0) return accept({ recorded: [], byId: new Map(), position: asOf ?? 0n });
  const count = await journeys.count({ batchId: batchIds });
  if (count > LIMITS.journeys) {
    const message = TEXTS.reports.tooManyApplications(count, LIMITS.journeys);
    return reject('refused', message, [{ field: 'courses', message }]);
  }
  // What happens while pages are read is left out, because some pages would show it and others not.
  const until = asOf ?? (await log.head());
  await engine.waitFor(until, { timeoutMs: WAIT_MS, collections: ['journeys'] });
  const pace = paceOfRequest(requests.counts);
  const documents: JourneyDocument[] = [];
  for (const batchId of batchIds) {
    for await (const page of inPages((from) => journeys.find({ batchId }, { limit: PAGE, ...from }))) {
      documents.push(...page.documents);
      countWorkInParts(page.documents.length * READING_MS);
      await pace();
    }
  }
  const byId = new Map<string, JourneyDocument>(documents.map((document) => [document._id, document]));
  for (let copies: readonly JourneyDocument[] = documents; copies.length > 0; ) {
    const missing = copies.flatMap(({ copiedFrom }) =>
      copiedFrom !== null && !byId.has(copiedFrom) ? [copiedFrom] : [],
    );
    copies = await journeys.getMany([...new Set(missing)]);
    for (const original of copies) byId.set(original._id, original);
  }
  const cut = upToPosition(until);
  const then = new Map<string, RecordedJourney>();
  for (const [id, document] of byId) then.set(id, isWithin(document, until) ? document : recordedBy(document, cut));
  const recorded = documents.flatMap(({ _id }) => then.get(_id) ?? []).filter(({ moves }) => moves.length > 0);
  const newest = newestOf(byId.values());
  return accept({ recorded, byId: then, position: asOf ?? (newest < until ? newest : until) });
}

const isWithin = ({ _pos = 0n }: JourneyDocument, until: bigint): boolean => _pos <= until;

export async function journeysIn({ recorded, byId }: ReadJourneys, cut: Cut = everything): Promise<readonly Journey[]> {
  const all = await countedParts(
    recorded,
    () => JOURNEY_WEIGHT,
    (one) => journeyOf(one, byId, cut),
  );
  return all.filter((journey) => journey !== null);
}
