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
import { TEXTS } from '../../domain/text/texts.ts';
import type { BatchDocument } from '../../projections/batches.ts';
import { inParts } from '../../timing/in-parts.ts';
import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { type Route, route } from '../http/route.ts';
import { readJourneys } from '../views/journeys-view.ts';

/** The work of making one journey's trace, and of looking up its state, as bytes of JSON of the same work. */
const JOURNEY_WEIGHT = 1000;
const STATE_WEIGHT = 100;

const newestFirst = (one: BatchDocument, other: BatchDocument): number =>
  (other.openedAt ?? '').localeCompare(one.openedAt ?? '');

export function forecastRoutes({ readModels, positions, now }: Services): readonly Route[] {
  const { batches, journeys } = readModels;

  /** The newest courses that have opened, as many as one answer may weigh, so that old ones cost nothing. */
  async function weighed(organizationId: string): Promise<readonly BatchDocument[]> {
    const all = (await batches.find({ organizationId })).documents.filter(({ openedAt }) => openedAt !== null);
    const chosen: BatchDocument[] = [];
    let applications = 0;
    for (const batch of all.toSorted(newestFirst).slice(0, LIMITS.forecastCourses)) {
      applications += await journeys.count({ batchId: batch._id });
      if (applications > LIMITS.forecastApplications) break;
      chosen.push(batch);
    }
    return chosen;
  }

  return [
    route(ENDPOINTS.reportForecast, {
      async handle({ context: { organization } }) {
        if (!organization) return reject('not-found', TEXTS.access.notFound);
        const chosen = await weighed(organization._id);
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
          backtest: { sentence: backtestSentence(tested), ...tested },
          courses,
        });
      },
    }),
  ];
}
