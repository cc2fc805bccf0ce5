import { chosenIn, DEFAULT_COURSES, onlyCourse } from '../../domain/batch/courses.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import {
  type Before,
  FUNNEL_RULE,
  funnelTable,
  funnelWords,
  type Group,
  groupedTable,
  groupsBySource,
  inGroup,
  titleOfMembers,
} from '../../domain/reports/funnel.ts';
import { FunnelTally } from '../../domain/reports/funnel-tally.ts';
import { everything, type Journey, upToTime } from '../../domain/reports/journey.ts';
import { dayOfCourse, sameAge } from '../../domain/reports/overview.ts';
import { QUANTILE_RULE } from '../../domain/reports/quantiles.ts';
import { textOf } from '../../domain/reports/words.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { BatchDocument } from '../../projections/batches.ts';
import { countedParts } from '../../timing/in-parts.ts';
import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { type Route, route } from '../http/route.ts';
import { journeyNotes, journeysIn, readJourneys } from '../views/journeys-view.ts';
import { pinOf, type ReportSchool, reportSchool } from '../views/report-school.ts';

/** Counting one application, as bytes of JSON of the same work. */
const JOURNEY_WEIGHT = 500;
const NO_BEFORE = { column: null, position: 0n };

export const openingOf = ({ openedAt, createdAt }: BatchDocument): string => openedAt ?? createdAt;

export function funnelRoutes(services: Services): readonly Route[] {
  const { readModels, positions } = services;

  /** A column for the course before, and the position of its newest event, only if one course is chosen. */
  async function beforeOf(
    chosen: readonly BatchDocument[],
    { batches, asOf, now, readsHistory }: ReportSchool,
  ): Promise<Result<{ readonly column: Before | null; readonly position: bigint }>> {
    const [course] = chosen;
    const former = course && chosen.length === 1 && courseBefore(course, batches);
    if (!former) return accept(NO_BEFORE);
    const [opening, before] = [{ openedAt: openingOf(course) }, { openedAt: openingOf(former) }];
    const until = new Date(sameAge(before, opening, now)).toISOString();
    const read = await readJourneys(services, [former._id], asOf);
    if (!read.ok) return read;
    const column = {
      batchId: former._id,
      name: former.name,
      day: dayOfCourse(opening, now),
      until,
      isListed: readsHistory,
      tally: await tallied(await journeysIn(read.value, upToTime(until))),
    };
    return accept({ column, position: read.value.position });
  }

  return [
    route(ENDPOINTS.reportFunnel, {
      async handle(call) {
        const { courses = DEFAULT_COURSES, by = 'status', measure = 'reached' } = call.query;
        const found = await reportSchool(call, services);
        if (!found.ok) return found;
        const school = found.value;
        const chosen = chosenIn(school.batches, courses);
        const read = await readJourneys(
          services,
          chosen.map(({ _id }) => _id),
          school.asOf,
        );
        if (!read.ok) return read;
        const journeys = await journeysIn(read.value);
        const compared = by === 'status' ? await beforeOf(chosen, school) : accept(NO_BEFORE);
        if (!compared.ok) return compared;
        const { column: before, position } = compared.value;
        const tally = await tallied(journeys);
        const table =
          by === 'status'
            ? funnelTable(tally, before)
            : groupedTable(
                await tallies(by === 'batch' ? groupsByBatch(chosen, journeys) : groupsBySource(journeys)),
                measure,
              );
        const words = funnelWords(tally, before);
        return accept({
          rule: FUNNEL_RULE,
          quantileRule: QUANTILE_RULE,
          zone: school.timeZone,
          position: positions.pin(pinOf(school, position > read.value.position ? position : read.value.position)),
          sentence: textOf(words),
          words,
          table,
          notes: await journeyNotes(readModels, school.organizationId),
        });
      },
    }),

    route(ENDPOINTS.reportMembers, {
      async handle(call) {
        const { courses = DEFAULT_COURSES, group, status = 'NEW', source, until } = call.query;
        const found = await reportSchool(call, services);
        if (!found.ok) return found;
        const { batches, asOf, readsHistory } = found.value;
        if (until !== undefined && !readsHistory) return reject('forbidden', TEXTS.access.notAllowed);
        const read = await readJourneys(
          services,
          chosenIn(batches, courses).map(({ _id }) => _id),
          asOf,
        );
        if (!read.ok) return read;
        const journeys = await journeysIn(read.value, until === undefined ? everything : upToTime(until));
        const ofSource =
          source === undefined
            ? journeys
            : (groupsBySource(journeys).find(({ key }) => key === source)?.journeys ?? []);
        return accept({
          title: titleOfMembers(group, status),
          ids: ofSource.filter((journey) => inGroup(journey, group, status)).map(({ id }) => id),
        });
      },
    }),
  ];
}

/** The last one that opened before it. */
export function courseBefore(course: BatchDocument, all: readonly BatchDocument[]): BatchDocument | undefined {
  return all
    .filter((other) => other.openedAt !== null && other.openedAt < openingOf(course) && other._id !== course._id)
    .reduce<BatchDocument | undefined>(
      (last, other) => (!last || openingOf(other) > openingOf(last) ? other : last),
      undefined,
    );
}

async function tallied(journeys: readonly Journey[]): Promise<FunnelTally> {
  const tally = new FunnelTally();
  await countedParts(
    journeys,
    () => JOURNEY_WEIGHT,
    (journey) => tally.add(journey),
  );
  return tally;
}

async function tallies(groups: readonly Group[]) {
  const all = [];
  for (const { journeys, ...group } of groups) all.push({ ...group, tally: await tallied(journeys) });
  return all;
}

const groupsByBatch = (chosen: readonly BatchDocument[], journeys: readonly Journey[]): readonly Group[] => {
  const byBatch = Map.groupBy(journeys, ({ batchId }) => batchId);
  return chosen.map(({ _id, name }) => ({
    key: _id,
    title: name,
    members: { courses: onlyCourse(_id) },
    journeys: byBatch.get(_id) ?? [],
  }));
};
