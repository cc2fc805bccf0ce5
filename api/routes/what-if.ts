import { APPLICATION_STATUSES } from '../../domain/application/statuses.ts';
import { accept, reject } from '../../domain/event-sourcing/decision.ts';
import {
  type Rules,
  readLimits,
  readRanking,
  WHAT_IF_RULES,
  whatIf,
  writeLimits,
} from '../../domain/reports/what-if.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { id as idSchema } from '../contract/values.ts';
import { type Route, route } from '../http/route.ts';
import { journeyNotes, journeysIn, readJourneys } from '../views/journeys-view.ts';
import { cutAt } from './funnel.ts';

export function whatIfRoutes({ readModels, positions, now }: Services): readonly Route[] {
  return [
    route(ENDPOINTS.whatIf, {
      async target({ query: { batchId } }) {
        const course = idSchema.safeParse(batchId).success ? await readModels.batches.get(String(batchId)) : undefined;
        return course && { organizationId: course.organizationId };
      },
      async handle({ query, context: { organization } }) {
        const course = await readModels.batches.get(query.batchId);
        if (!organization || course?.organizationId !== organization._id)
          return reject('not-found', TEXTS.access.notFound);
        const { assessmentId = null, markThen, markInstead = markThen, at } = query;
        const until = query.until ?? new Date(now()).toISOString();
        const then = query.limitsThen ?? writeLimits(organization.statusLimits);
        const limits = [readLimits(then), readLimits(query.limitsInstead ?? then)] as const;
        const ranking = query.ranking === undefined ? APPLICATION_STATUSES : readRanking(query.ranking);
        if (!limits[0] || !limits[1] || !ranking) return reject('refused', TEXTS.reports.rulesUnknown);
        const cut = cutAt(at, positions.open);
        if (!cut.ok) return cut;
        const read = await readJourneys(readModels, [course._id]);
        if (!read.ok) return read;
        const journeys = journeysIn(read.value, cut.value);
        const markOf = (text: string | undefined) => (text === undefined ? null : Number(text));
        const was: Rules = { mark: markOf(markThen), limits: limits[0], ranking: APPLICATION_STATUSES };
        const would: Rules = { mark: markOf(markInstead), limits: limits[1], ranking };
        return accept({
          rules: WHAT_IF_RULES,
          position: at ?? positions.name(read.value.position),
          until,
          limitsThen: then,
          zone: organization.timeZone,
          notes: await journeyNotes(readModels, organization._id),
          ...whatIf(journeys, assessmentId, was, would, until),
        });
      },
    }),
  ];
}
