import { APPLICATION_STATUSES } from '../../domain/application/statuses.ts';
import { accept, reject } from '../../domain/event-sourcing/decision.ts';
import {
  type Rules,
  readLimits,
  readRanking,
  WHAT_IF_RULES,
  whatIf,
  whatIfMembers,
  writeLimits,
} from '../../domain/reports/what-if.ts';
import { textOf } from '../../domain/reports/words.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { OrganizationDocument } from '../../projections/organizations.ts';
import type { Services } from '../composition/services.ts';
import type { QueryOf } from '../contract/endpoint.ts';
import { ENDPOINTS, type Endpoints } from '../contract/endpoints.ts';
import { id as idSchema } from '../contract/values.ts';
import { type Route, route } from '../http/route.ts';
import { journeyNotes, journeysIn, readJourneys } from '../views/journeys-view.ts';
import { cutAt } from './funnel.ts';

type Query = QueryOf<Endpoints['whatIf']>;

export function whatIfRoutes({ readModels, positions, now }: Services): readonly Route[] {
  async function target({ query: { batchId } }: { readonly query: { readonly batchId?: unknown } }) {
    const course = idSchema.safeParse(batchId).success ? await readModels.batches.get(String(batchId)) : undefined;
    return course && { organizationId: course.organizationId };
  }

  /** The course's history, and the rules of both sides. */
  async function asked(query: Query, organization: OrganizationDocument | null) {
    const course = await readModels.batches.get(query.batchId);
    if (!organization || course?.organizationId !== organization._id) return reject('not-found', TEXTS.access.notFound);
    const { assessmentId = null, markThen, markInstead = markThen, at } = query;
    const until = query.until ?? new Date(now()).toISOString();
    const limitsThen = query.limitsThen ?? writeLimits(organization.statusLimits);
    const limits = [readLimits(limitsThen), readLimits(query.limitsInstead ?? limitsThen)] as const;
    const ranking = query.ranking === undefined ? APPLICATION_STATUSES : readRanking(query.ranking);
    if (!limits[0] || !limits[1] || !ranking) return reject('refused', TEXTS.reports.rulesUnknown);
    const cut = cutAt(at, positions.open);
    if (!cut.ok) return cut;
    const read = await readJourneys(readModels, [course._id]);
    if (!read.ok) return read;
    const markOf = (text: string | undefined) => (text === undefined ? null : Number(text));
    const then: Rules = { mark: markOf(markThen), limits: limits[0], ranking: APPLICATION_STATUSES };
    const instead: Rules = { mark: markOf(markInstead), limits: limits[1], ranking };
    return accept({
      journeys: journeysIn(read.value, cut.value),
      question: { assessmentId, then, instead, until },
      limitsThen,
      position: at ?? positions.name(read.value.position),
      organization,
    });
  }

  return [
    route(ENDPOINTS.whatIf, {
      target,
      async handle({ query, context }) {
        const read = await asked(query, context.organization);
        if (!read.ok) return read;
        const { journeys, question, limitsThen, position, organization } = read.value;
        const result = whatIf(journeys, question);
        return accept({
          rules: WHAT_IF_RULES,
          position,
          until: question.until,
          limitsThen,
          zone: organization.timeZone,
          notes: await journeyNotes(readModels, organization._id),
          sentence: textOf(result.words),
          ...result,
        });
      },
    }),

    route(ENDPOINTS.whatIfMembers, {
      target,
      async handle({ query: { row, side, ...query }, context }) {
        const read = await asked(query, context.organization);
        if (!read.ok) return read;
        const members = whatIfMembers(read.value.journeys, read.value.question, row, side);
        return members ? accept(members) : reject('not-found', TEXTS.access.notFound);
      },
    }),
  ];
}
