import { LRUCache } from 'lru-cache';
import { chosenIn, DEFAULT_COURSES } from '../../domain/batch/courses.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { LIMITS } from '../../domain/limits/limits.ts';
import type { Range } from '../../domain/reports/buckets.ts';
import { type Arrived, type CountedCourse, newestOf, overviewOf, rangeBefore } from '../../domain/reports/overview.ts';
import { DEFAULT_PERIOD, rangeOf } from '../../domain/reports/periods.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { addDays, dayOfLaterMonth, dayReader } from '../../domain/values/days.ts';
import { type ArrivalCounts, type ArrivalsDocument, instantOf } from '../../projections/arrivals.ts';
import type { Filter } from '../../projections/document-store/port.ts';
import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { type Route, route } from '../http/route.ts';
import { inListOrder } from '../views/batch-view.ts';
import { notesAbout } from '../views/notes-view.ts';

/** A zone's days are worked out once, not for each answer. */
const MOST_ZONES = 50;

export function overviewRoutes({ readModels, positions, now: clock }: Services): readonly Route[] {
  const { arrivals, batches } = readModels;
  const dayReaders = new LRUCache<string, ReturnType<typeof dayReader>>({ max: MOST_ZONES });
  const daysIn = (zone: string) => {
    const known = dayReaders.get(zone) ?? dayReader(zone);
    dayReaders.set(zone, known);
    return known;
  };

  async function countsOf(courses: readonly CountedCourse[], months: readonly string[] | null) {
    if (courses.length === 0) return [];
    const filter: Filter = { batchId: courses.map(({ _id }) => _id), ...(months && { month: months }) };
    return (await arrivals.find(filter)).documents.filter(isCounts);
  }

  return [
    route(ENDPOINTS.reportOverview, {
      async handle({ query, context: { organization } }) {
        if (!organization) return reject('not-found', TEXTS.access.notFound);
        const { period = DEFAULT_PERIOD, courses: chosen = DEFAULT_COURSES, interval = 'month', complete } = query;
        const now = clock();
        const dayOf = daysIn(organization.timeZone);
        const today = dayOf(now);
        const asked =
          period === 'custom' ? customRange(query) : accept(period === 'allTime' ? null : rangeOf(period, today));
        if (!asked.ok) return asked;
        const all = (await batches.find({ organizationId: organization._id })).documents.toSorted(inListOrder);
        const courses = chosenIn(all, chosen).map(({ _id, name, openedAt, createdAt }) => ({
          _id,
          name,
          openedAt: openedAt ?? createdAt,
          hasOpened: openedAt !== null,
        }));
        const counts = await countsOf(courses, asked.value && monthsFor(asked.value, courses, dayOf, now));
        const overview = overviewOf(arrivedIn(counts), {
          courses,
          chosen,
          range: asked.value ?? wholeRange(counts, today, dayOf),
          isCompared: asked.value !== null,
          interval,
          completeOnly: complete === '1',
          zone: organization.timeZone,
          dayOf,
          now,
          position: positions.name(newestIn(counts)),
        });
        const notes = await notesAbout(readModels, ['arrivals', 'batches'], organization._id);
        return accept({ today, ...overview, notes });
      },
    }),
  ];
}

const isCounts = (document: ArrivalsDocument): document is ArrivalCounts => 'month' in document;

function* arrivedIn(counts: readonly ArrivalCounts[]): Generator<Arrived> {
  for (const one of counts) {
    for (const [place, quarter] of one.quarters.entries()) {
      yield { batchId: one.batchId, at: instantOf(one, quarter), count: one.counts[place] ?? 0 };
    }
  }
}

const newestIn = (counts: readonly ArrivalCounts[]): bigint =>
  counts.reduce((newest, { _pos = 0n }) => (_pos > newest ? _pos : newest), 0n);

const FIRST_DAY = '1970-01-01';
const LAST_DAY = '2199-12-31';

function customRange({
  from,
  to,
}: {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}): Result<Range> {
  const refuse = (field: string, message: string) => reject('refused', message, [{ field, message }]);
  if (from === undefined || to === undefined)
    return refuse(from === undefined ? 'from' : 'to', TEXTS.reports.bothDates);
  if (from > to) return refuse('from', TEXTS.reports.datesInOrder);
  // Arithmetic with days as texts needs years of four digits, also of the span before and after.
  if (from < FIRST_DAY || to > LAST_DAY) {
    return refuse(from < FIRST_DAY ? 'from' : 'to', TEXTS.reports.yearUnknown(FIRST_DAY, LAST_DAY));
  }
  if (dayOfLaterMonth(from, 12 * LIMITS.reportYears, Number(from.slice(8))) <= to) {
    return refuse('from', TEXTS.reports.rangeTooLong(LIMITS.reportYears));
  }
  return accept({ from, to });
}

/** From the first application, limited to the longest custom range. */
function wholeRange(counts: readonly ArrivalCounts[], today: string, dayOf: (at: number) => string): Range {
  const firstOf = (one: ArrivalCounts) =>
    one.quarters.length > 0 ? dayOf(instantOf(one, one.quarters[0] ?? 0)) : today;
  const first = counts.reduce((least, one) => (firstOf(one) < least ? firstOf(one) : least), today);
  const earliest = addDays(dayOfLaterMonth(today, -12 * LIMITS.reportYears, Number(today.slice(8))), 1);
  return { from: first < earliest ? earliest : first, to: today };
}

/** The UTC months of the range, of the equally long range before it, and of the newest courses since they opened. */
function monthsFor(
  range: Range,
  courses: readonly CountedCourse[],
  dayOf: (at: string | number) => string,
  now: number,
) {
  const months = new Set<string>();
  const add = (from: string, to: string) => {
    const last = addDays(to, 1).slice(0, 7);
    for (let month = addDays(from, -1).slice(0, 7); month <= last; ) {
      months.add(month);
      month = dayOfLaterMonth(`${month}-01`, 1, 1).slice(0, 7);
    }
  };
  add(rangeBefore(range).from, range.to);
  const newest = newestOf(courses);
  const elapsed = now - Date.parse(newest[0]?.openedAt ?? new Date(now).toISOString());
  for (const { openedAt } of newest) add(dayOf(openedAt), dayOf(Date.parse(openedAt) + elapsed));
  return [...months];
}
