import { LRUCache } from 'lru-cache';
import { can } from '../../domain/access/policy.ts';
import { chosenIn, DEFAULT_COURSES } from '../../domain/batch/courses.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { LIMITS } from '../../domain/limits/limits.ts';
import type { Range } from '../../domain/reports/buckets.ts';
import { type CountedCourse, newestOf, overviewOf, rangeBefore } from '../../domain/reports/overview.ts';
import { DEFAULT_PERIOD, rangeOf, rangeProblem } from '../../domain/reports/periods.ts';
import { addDays, dayOfLaterMonth, dayReader } from '../../domain/values/days.ts';
import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { type Route, route } from '../http/route.ts';
import { arrivalsNow, arrivalsThen } from '../views/arrivals-view.ts';
import { journeyNotes } from '../views/journeys-view.ts';
import { notesAbout } from '../views/notes-view.ts';
import { pinOf, reportSchool } from '../views/report-school.ts';

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
        const courses = chosenIn(batches, chosen).map(({ _id, name, openedAt, createdAt }) => ({
          _id,
          name,
          openedAt: openedAt ?? createdAt,
          hasOpened: openedAt !== null,
        }));
        const read =
          asOf === undefined
            ? accept(await arrivalsNow(readModels, courses, asked.value && monthsFor(asked.value, courses, dayOf, now)))
            : await arrivalsThen(readModels, courses, asOf);
        if (!read.ok) return read;
        const { arrived, firsts, position } = read.value;
        const overview = overviewOf(arrived, {
          courses,
          chosen,
          range: asked.value ?? wholeRange(firsts, today, dayOf),
          isCompared: asked.value !== null,
          interval,
          completeOnly: complete === '1',
          zone,
          dayOf,
          now,
          position: positions.pin(pinOf(found.value, position)),
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
        if (can(actor, 'application.readAdminOnly', { organizationId })) names.push('paymentModels');
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
