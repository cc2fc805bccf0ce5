import { accept, type Result } from '../../domain/event-sourcing/decision.ts';
import type { Arrived, CountedCourse } from '../../domain/reports/overview.ts';
import { QUARTER_MS } from '../../domain/values/days.ts';
import { type ArrivalCounts, type ArrivalsDocument, instantOf } from '../../projections/arrivals.ts';
import type { Filter } from '../../projections/document-store/port.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import { type JourneySources, journeysIn, readJourneys } from './journeys-view.ts';
import { newestOf } from './report-school.ts';

export interface Arrivals {
  readonly arrived: Iterable<Arrived>;
  /** The first of each group; milliseconds since the epoch. */
  readonly firsts: readonly number[];
  /** Of the newest event in them. */
  readonly position: bigint;
}

/** `months`: UTC months, or all. */
export async function arrivalsNow(
  { arrivals }: Pick<ReadModels, 'arrivals'>,
  courses: readonly CountedCourse[],
  months: readonly string[] | null,
): Promise<Arrivals> {
  if (courses.length === 0) return { arrived: [], firsts: [], position: 0n };
  const filter: Filter = { batchId: courses.map(({ _id }) => _id), ...(months && { month: months }) };
  const counts = (await arrivals.find(filter)).documents.filter(isCounts);
  return {
    arrived: arrivedIn(counts),
    firsts: counts.flatMap((one) => (one.quarters[0] === undefined ? [] : instantOf(one, one.quarters[0]))),
    position: newestOf(counts),
  };
}

/** Counts have no past of their own, so the applications are counted, in the same quarters of an hour. */
export async function arrivalsThen(
  sources: JourneySources,
  courses: readonly CountedCourse[],
  asOf: bigint,
): Promise<Result<Arrivals>> {
  const read = await readJourneys(
    sources,
    courses.map(({ _id }) => _id),
    asOf,
  );
  if (!read.ok) return read;
  const arrived = (await journeysIn(read.value)).map(({ batchId, appliedAt }): Arrived => {
    const at = Date.parse(appliedAt);
    return { batchId, at: at - (at % QUARTER_MS), count: 1 };
  });
  const first = arrived.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY);
  return accept({ arrived, firsts: arrived.length === 0 ? [] : [first], position: asOf });
}

const isCounts = (document: ArrivalsDocument): document is ArrivalCounts => 'month' in document;

function* arrivedIn(counts: readonly ArrivalCounts[]): Generator<Arrived> {
  for (const one of counts) {
    for (const [place, quarter] of one.quarters.entries()) {
      yield { batchId: one.batchId, at: instantOf(one, quarter), count: one.counts[place] ?? 0 };
    }
  }
}
