import { accept, type Result } from '../../domain/event-sourcing/decision.ts';
import type { Arrived, CountedCourse } from '../../domain/reports/overview.ts';
import { QUARTER_MS } from '../../domain/values/days.ts';
import { type ArrivalCounts, type ArrivalsDocument, instantOf } from '../../projections/arrivals.ts';
import type { Filter } from '../../projections/document-store/port.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import { journeysIn, readJourneys } from './journeys-view.ts';
import { newestOf } from './report-school.ts';

export interface Arrivals {
  readonly arrived: Iterable<Arrived>;
  /** The first of each group; milliseconds since the epoch. */
  readonly firsts: readonly number[];
  /** Of the newest event in them. */
  readonly position: bigint;
}

/** Of the courses in some UTC months, or in all, and all of the paired ones. */
export async function arrivalsNow(
  { arrivals }: Pick<ReadModels, 'arrivals'>,
  {
    courses,
    months,
    paired,
  }: {
    readonly courses: readonly CountedCourse[];
    readonly months: readonly string[] | null;
    readonly paired: readonly CountedCourse[];
  },
): Promise<Arrivals> {
  const find = async (of: readonly CountedCourse[], within: Filter) => {
    if (of.length === 0) return [];
    const { documents } = await arrivals.find({ batchId: of.map(({ _id }) => _id), ...within });
    return documents.filter(isCounts);
  };
  const found = await Promise.all([find(courses, months ? { month: months } : {}), find(paired, {})]);
  const counts = [...new Map(found.flat().map((one) => [one._id, one])).values()];
  const ofCourses = new Set(courses.map(({ _id }) => _id));
  return {
    arrived: arrivedIn(counts),
    firsts: counts.flatMap((one) =>
      one.quarters[0] === undefined || !ofCourses.has(one.batchId) ? [] : instantOf(one, one.quarters[0]),
    ),
    position: newestOf(counts),
  };
}

/** Counts have no past of their own, so the applications are counted, in the same quarters of an hour. */
export async function arrivalsThen(
  readModels: ReadModels,
  { courses, paired }: { readonly courses: readonly CountedCourse[]; readonly paired: readonly CountedCourse[] },
  asOf: bigint,
): Promise<Result<Arrivals>> {
  const ofCourses = new Set(courses.map(({ _id }) => _id));
  const ids = new Set([...ofCourses, ...paired.map(({ _id }) => _id)]);
  const read = await readJourneys(readModels, [...ids], asOf);
  if (!read.ok) return read;
  const arrived = (await journeysIn(read.value)).map(({ batchId, appliedAt }): Arrived => {
    const at = Date.parse(appliedAt);
    return { batchId, at: at - (at % QUARTER_MS), count: 1 };
  });
  const first = arrived.reduce(
    (least, { batchId, at }) => (ofCourses.has(batchId) ? Math.min(least, at) : least),
    Number.POSITIVE_INFINITY,
  );
  return accept({ arrived, firsts: Number.isFinite(first) ? [first] : [], position: asOf });
}

const isCounts = (document: ArrivalsDocument): document is ArrivalCounts => 'month' in document;

function* arrivedIn(counts: readonly ArrivalCounts[]): Generator<Arrived> {
  for (const one of counts) {
    for (const [place, quarter] of one.quarters.entries()) {
      yield { batchId: one.batchId, at: instantOf(one, quarter), count: one.counts[place] ?? 0 };
    }
  }
}
