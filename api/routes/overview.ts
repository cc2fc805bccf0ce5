import { LRUCache } from 'lru-cache';
import { can } from '../../domain/access/policy.ts';
import { chosenIn, DEFAULT_COURSES } from '../../domain/batch/courses.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { LIMITS } from '../../domain/limits/limits.ts';
import type { Range } from '../../domain/reports/buckets.ts';
import { upToTime } from '../../domain/reports/journey.ts';
import {
  type CountedCourse,
  newestOf,
  overviewOf,
  rangeBefore,
  type SinceOpening,
  sameAge,
} from '../../domain/reports/overview.ts';
import { DEFAULT_PERIOD, rangeOf, rangeProblem } from '../../domain/reports/periods.ts';
import { addDays, dayOfLaterMonth, dayReader } from '../../domain/values/days.ts';
import type { BatchDocument } from '../../projections/batches.ts';
import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { type Route, route } from '../http/route.ts';
import { arrivalsNow, arrivalsThen } from '../views/arrivals-view.ts';
import { journeyNotes, journeysIn, readJourneys } from '../views/journeys-view.ts';
import { notesAbout } from '../views/notes-view.ts';
import { pinOf, type ReportSchool, reportSchool } from '../views/report-school.ts';
import { courseBefore, openingOf } from './funnel.ts';

/** A zone's days are worked out once, not for each answer. */
const MOST_ZONES = 50;

export function overviewRoutes(services: Services): readonly Route[] {
  const { readModels, positions } = services;
  const dayReaders = new LRUCache<string, ReturnType<typeof dayReader>>({ max: MOST_ZONES });
  const daysIn = (zone: string) => {
    const known = dayReaders.get(zone) ?? dayReader(zone);
    dayReaders.set(zone, known);
    return known;
  };

  /** Counts by the funnel's rule. A course with too many applications for one answer is not compared. */
  async function sinceOpeningOf(
    [course, former]: Pair,
    { asOf, now }: ReportSchool,
  ): Promise<{ readonly value: SinceOpening | null; readonly position: bigint }> {
    if (!course) return { value: null, position: 0n };
    const own = await readJourneys(services, [course._id], asOf);
    if (!own.ok) return { value: null, position: 0n };
    const count = (await journeysIn(own.value)).length;
    const other = former && (await readJourneys(services, [former._id], asOf));
    if (!former || !other?.ok) return { value: { course, count, former: null }, position: own.value.position };
    const then = await journeysIn(other.value, upToTime(new Date(sameAge(former, course, now)).toISOString()));
    return {
      value: { course, count, former: { name: former.name, count: then.length } },
      position: own.value.position > other.value.position ? own.value.position : other.value.position,
    };
  }

  return [
    route(ENDPOINTS.reportOverview, {
      async handle(call) {
        const { query } = call;
        const { period = DEFAULT_PERIOD, courses: chosen = DEFAULT_COURSES, interval = 'month', complete } = query;
        const found = await reportSchool(call, services);
        if (!found.ok) return found;
        const { organizationId, batches, timeZone: zone, asOf, now } = found.value;
        const dayOf = daysIn(zone);
        const today = dayOf(now);
        const asked =
          period === 'custom' ? customRange(query) : accept(period === 'allTime' ? null : rangeOf(period, today));
        if (!asked.ok) return asked;
        const inQuestion = chosenIn(batches, chosen);
        const courses = inQuestion.map(countedCourse);
        const since = await sinceOpeningOf(pairIn(inQuestion, batches), found.value);
        const months = asked.value && monthsFor(asked.value);
        const read =
          asOf === undefined
            ? accept(await arrivalsNow(readModels, courses, months))
            : await arrivalsThen(services, courses, asOf);
        if (!read.ok) return read;
        const { arrived, firsts, position } = read.value;
        const overview = overviewOf(arrived, {
          courses,
          sinceOpening: since.value,
          chosen,
          range: asked.value ?? wholeRange(firsts, today, dayOf),
          isCompared: asked.value !== null,
          interval,
          completeOnly: complete === '1',
          zone,
          dayOf,
          now,
          position: positions.pin(pinOf(found.value, position > since.position ? position : since.position)),
        });
        const notes =
          asOf === undefined
            ? await notesAbout(readModels, ['arrivals', 'batches'], organizationId)
            : await journeyNotes(readModels, organizationId);
        return accept({ today, ...overview, notes });
      },
    }),
    route(ENDPOINTS.trendsNotes, {
      async handle({ target: { organizationId }, context: { actor } }) {
        if (!organizationId) return accept({ notes: [] });
        const names = ['applications', 'batches'];
        if (can(actor, 'application.readAdminOnly', { organizationId })) names.push('paymentModels', 'paymentAccounts');
        return accept({ notes: await notesAbout(readModels, names, organizationId) });
      },
    }),
  ];
}

function customRange({
  from = '',
  to = '',
}: {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}): Result<Range> {
  const problem = rangeProblem({ from, to });
  return problem ? reject('refused', problem.message, [problem]) : accept({ from, to });
}

/** From the first application, limited to the longest custom range. */
function wholeRange(firsts: readonly number[], today: string, dayOf: (at: number) => string): Range {
  const first = firsts.map(dayOf).reduce((least, day) => (day < least ? day : least), today);
  const earliest = addDays(dayOfLaterMonth(today, -12 * LIMITS.reportYears, Number(today.slice(8))), 1);
  return { from: first < earliest ? earliest : first, to: today };
}

/** The UTC months of the range and of the equally long range before it. */
function monthsFor(range: Range): readonly string[] {
  const months: string[] = [];
  const last = addDays(range.to, 1).slice(0, 7);
  for (let month = addDays(rangeBefore(range).from, -1).slice(0, 7); month <= last; ) {
    months.push(month);
    month = dayOfLaterMonth(`${month}-01`, 1, 1).slice(0, 7);
  }
  return months;
}

const countedCourse = (batch: BatchDocument): CountedCourse => ({
  _id: batch._id,
  name: batch.name,
  openedAt: openingOf(batch),
  hasOpened: batch.openedAt !== null,
});

type Pair = readonly [CountedCourse | undefined, CountedCourse | undefined];

/** The two newest of the chosen courses; of a single one, it and the course before it, as in the funnel. */
function pairIn(chosen: readonly BatchDocument[], all: readonly BatchDocument[]): Pair {
  const [only] = chosen;
  if (!only || chosen.length > 1) {
    const [newest, former] = newestOf(chosen.map(countedCourse));
    return [newest, former];
  }
  if (only.openedAt === null) return [undefined, undefined];
  const former = courseBefore(only, all);
  return [countedCourse(only), former && countedCourse(former)];
}
