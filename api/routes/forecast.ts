import { accept, reject } from '../../domain/event-sourcing/decision.ts';
import { LIMITS } from '../../domain/limits/limits.ts';
import {
  backtest,
  backtestSentence,
  type Cohort,
  cohortOf,
  FORECAST_RULE,
  forecastAt,
  forecastSentence,
} from '../../domain/reports/forecast.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { BatchDocument } from '../../projections/batches.ts';
import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { type Route, route } from '../http/route.ts';
import { readJourneys } from '../views/journeys-view.ts';

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
        const cohorts = new Map(
          chosen.map(({ _id: batchId, openedAt }): [string, Cohort] => [
            batchId,
            cohortOf({ batchId, openedAt: openedAt ?? '' }, byBatch.get(batchId) ?? [], byId),
          ]),
        );
        const past = [...cohorts.values()];
        const tested = backtest(past, now());
        const courses = chosen.flatMap(({ _id: batchId, name, capacity, status }) => {
          const cohort = cohorts.get(batchId);
          if (status !== 'Open' || !cohort) return [];
          const forecast = forecastAt(cohort, past, now());
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
