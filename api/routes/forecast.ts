import { accept, reject } from '../../domain/event-sourcing/decision.ts';
import { LIMITS } from '../../domain/limits/limits.ts';
import {
  backtestOf,
  backtestSentence,
  type Cohort,
  cohortOf,
  FORECAST_RULE,
  forecastAt,
  forecastSentence,
  pastWeeks,
  testedWeek,
} from '../../domain/reports/forecast.ts';
import { inForecastOrder, leftOutOf, withinRoom } from '../../domain/reports/weighed-courses.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { BatchDocument } from '../../projections/batches.ts';
import { inParts } from '../../timing/in-parts.ts';
import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { type Route, route } from '../http/route.ts';
import { journeyNotes, readJourneys } from '../views/journeys-view.ts';

/** The work of making one journey's trace, and of looking up its state, as bytes of JSON of the same work. */
const JOURNEY_WEIGHT = 1000;
const STATE_WEIGHT = 100;

export function forecastRoutes({ readModels, positions, now }: Services): readonly Route[] {
  const { batches, journeys } = readModels;

  /** As many courses as one answer may weigh, so that the others cost nothing. */
  async function weighed(organizationId: string) {
    const all = inForecastOrder((await batches.find({ organizationId })).documents);
    const sized: (BatchDocument & { readonly applications: number })[] = [];
    for (const batch of all.slice(0, LIMITS.forecastCourses)) {
      sized.push({ ...batch, applications: await journeys.count({ batchId: batch._id }) });
    }
    const chosen = withinRoom(sized, LIMITS.forecastApplications);
    const ids = new Set(chosen.map(({ _id }) => _id));
    return { chosen, leftOut: leftOutOf(all.filter(({ _id }) => !ids.has(_id))) };
  }

  return [
    route(ENDPOINTS.reportForecast, {
      async handle({ context: { organization } }) {
        if (!organization) return reject('not-found', TEXTS.access.notFound);
        const { chosen, leftOut } = await weighed(organization._id);
        const read = await readJourneys(
          readModels,
          chosen.map(({ _id }) => _id),
        );
        if (!read.ok) return read;
        const { recorded, byId, position } = read.value;
        const byBatch = Map.groupBy(recorded, ({ batchId }) => batchId);
        const past = await inParts(
          chosen,
          ({ _id }) => (byBatch.get(_id)?.length ?? 0) * JOURNEY_WEIGHT,
          ({ _id: batchId, openedAt }) =>
            cohortOf({ batchId, openedAt: openedAt ?? '' }, byBatch.get(batchId) ?? [], byId),
        );
        const cohorts = new Map(past.map((cohort): [string, Cohort] => [cohort.batchId, cohort]));
        // One moment for all, because other requests run between the parts.
        const time = now();
        const weekWeight = recorded.length * STATE_WEIGHT;
        const tested = backtestOf(
          await inParts(
            pastWeeks(past, time),
            () => weekWeight,
            (week) => testedWeek(week, past),
          ),
        );
        const courses = chosen.flatMap(({ _id: batchId, name, capacity, status }) => {
          const cohort = cohorts.get(batchId);
          if (status !== 'Open' || !cohort) return [];
          const forecast = forecastAt(cohort, past, time);
          return [{ batchId, name, capacity, sentence: forecastSentence(forecast, capacity), ...forecast }];
        });
        return accept({
          rule: FORECAST_RULE,
          position: positions.name(position),
          zone: organization.timeZone,
          notes: await journeyNotes(readModels, organization._id),
          backtest: { sentence: backtestSentence(tested), ...tested },
          leftOut,
          courses,
        });
      },
    }),
  ];
}
