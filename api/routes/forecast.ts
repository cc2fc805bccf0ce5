import { accept } from '../../domain/event-sourcing/decision.ts';
import { LIMITS } from '../../domain/limits/limits.ts';
import { type BatchTraces, batchTracesOf, type Trace, traceOf } from '../../domain/reports/batch-traces.ts';
import {
  backtestOf,
  backtestSentence,
  FORECAST_RULE,
  forecastAt,
  forecastWords,
  pastWeeks,
  testedWeek,
} from '../../domain/reports/forecast.ts';
import type { RecordedJourney } from '../../domain/reports/journey.ts';
import { inForecastOrder, leftOutOf, withinRoom } from '../../domain/reports/weighed-courses.ts';
import { textOf } from '../../domain/reports/words.ts';
import type { BatchDocument } from '../../projections/batches.ts';
import { countedParts } from '../../timing/in-parts.ts';
import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { type Route, route } from '../http/route.ts';
import { journeyNotes, readJourneys } from '../views/journeys-view.ts';
import { pinOf, reportSchool } from '../views/report-school.ts';

/** Work as bytes of JSON of the same work: each state of a trace reads all moves; a week reads each application. */
const MOVE_WEIGHT = 30;
const STATE_WEIGHT = 100;
const traceWeight = ({ moves }: RecordedJourney): number => MOVE_WEIGHT * (moves.length + 5) ** 2;

export function forecastRoutes(services: Services): readonly Route[] {
  const { readModels, positions } = services;
  const { journeys } = readModels;

  /** As many courses as one answer may weigh, by their size today, so that the others cost nothing. */
  async function weighed(batches: readonly BatchDocument[]) {
    const all = inForecastOrder(batches);
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
      async handle(call) {
        const found = await reportSchool(call, services);
        if (!found.ok) return found;
        const { asOf, batches, timeZone, now: time } = found.value;
        const { chosen, leftOut } = await weighed(batches);
        const read = await readJourneys(
          services,
          chosen.map(({ _id }) => _id),
          asOf,
        );
        if (!read.ok) return read;
        const { recorded, byId, position } = read.value;
        const byBatch = Map.groupBy(recorded, ({ batchId }) => batchId);
        const past: BatchTraces[] = [];
        for (const { _id: batchId, openedAt } of chosen) {
          const traces: Trace[] = await countedParts(byBatch.get(batchId) ?? [], traceWeight, (one) =>
            traceOf(one, byId),
          );
          past.push(batchTracesOf({ batchId, openedAt: openedAt ?? '' }, traces));
        }
        const tracesById = new Map(past.map((batch): [string, BatchTraces] => [batch.batchId, batch]));
        const weekWeight = recorded.length * STATE_WEIGHT;
        const tested = backtestOf(
          await countedParts(
            pastWeeks(past, time),
            () => weekWeight,
            (week) => testedWeek(week, past),
          ),
        );
        const open = chosen.flatMap(({ _id: batchId, name, capacity, status }) => {
          const batch = tracesById.get(batchId);
          return status === 'Open' && batch ? [{ batchId, name, capacity, batch }] : [];
        });
        const courses = await countedParts(
          open,
          () => weekWeight,
          ({ batch, ...course }) => {
            const forecast = forecastAt(batch, past, time);
            const words = forecastWords(forecast, course);
            return { ...course, sentence: textOf(words), words, ...forecast };
          },
        );
        return accept({
          rule: FORECAST_RULE,
          position: positions.pin(pinOf(found.value, position)),
          zone: timeZone,
          notes: await journeyNotes(readModels, found.value.organizationId),
          backtest: { sentence: backtestSentence(tested), ...tested },
          leftOut,
          courses,
        });
      },
    }),
  ];
}
