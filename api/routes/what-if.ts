import { APPLICATION_STATUSES } from '../../domain/application/statuses.ts';
import { accept, reject } from '../../domain/event-sourcing/decision.ts';
import {
  pairOf,
  type Rules,
  readLimits,
  readRanking,
  WHAT_IF_RULES,
  type WhatIf,
  whatIf,
  whatIfMembers,
  writeLimits,
} from '../../domain/reports/what-if.ts';
import { textOf } from '../../domain/reports/words.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { countedParts } from '../../timing/in-parts.ts';
import type { Services } from '../composition/services.ts';
import type { QueryOf } from '../contract/endpoint.ts';
import { ENDPOINTS, type Endpoints } from '../contract/endpoints.ts';
import { id as idSchema } from '../contract/values.ts';
import { type Route, route } from '../http/route.ts';
import { journeyNotes, journeysIn, readJourneys } from '../views/journeys-view.ts';
import { type Asking, pinOf, reportSchool } from '../views/report-school.ts';

/** Work as bytes of JSON of the same work. */
const PAIR_WEIGHT = 1000;
const pairWeight = (): number => PAIR_WEIGHT;

type Query = QueryOf<Endpoints['whatIf']>;

export function whatIfRoutes(services: Services): readonly Route[] {
  const { readModels, positions } = services;

  async function target({ query: { batchId } }: { readonly query: { readonly batchId?: unknown } }) {
    const course = idSchema.safeParse(batchId).success ? await readModels.batches.get(String(batchId)) : undefined;
    return course && { organizationId: course.organizationId };
  }

  /** The course's history, and the rules of both sides. */
  async function asked(call: Asking & { readonly query: Query }) {
    const found = await reportSchool(call, services);
    if (!found.ok) return found;
    const school = found.value;
    const { batchId, assessmentId = null, markThen, markInstead = markThen, ...query } = call.query;
    if (!school.batches.some(({ _id }) => _id === batchId)) return reject('not-found', TEXTS.access.notFound);
    const limitsThen = query.limitsThen ?? writeLimits(school.statusLimits);
    const limits = [readLimits(limitsThen), readLimits(query.limitsInstead ?? limitsThen)] as const;
    const ranking = query.ranking === undefined ? APPLICATION_STATUSES : readRanking(query.ranking);
    if (!limits[0] || !limits[1] || !ranking) return reject('refused', TEXTS.reports.rulesUnknown);
    const read = await readJourneys(services, [batchId], school.asOf);
    if (!read.ok) return read;
    const markOf = (text: string | undefined) => (text === undefined ? null : Number(text));
    const then: Rules = { mark: markOf(markThen), limits: limits[0], ranking: APPLICATION_STATUSES };
    const instead: Rules = { mark: markOf(markInstead), limits: limits[1], ranking };
    const question = { assessmentId, then, instead, until: new Date(school.now).toISOString() };
    const journeys = await journeysIn(read.value);
    return accept({
      pairs: await countedParts(journeys, pairWeight, (journey) => pairOf(journey, question)),
      hasQuiz: assessmentId !== null,
      limitsThen,
      position: positions.pin(pinOf(school, read.value.position)),
      school,
    });
  }

  return [
    route(ENDPOINTS.whatIf, {
      target,
      async handle(call) {
        const read = await asked(call);
        if (!read.ok) return read;
        const { pairs, hasQuiz, limitsThen, position, school } = read.value;
        const result = whatIf(pairs, hasQuiz);
        return accept({
          rules: WHAT_IF_RULES,
          position,
          limitsThen,
          zone: school.timeZone,
          notes: await journeyNotes(readModels, school.organizationId),
          sentence: textOf(result.words),
          ...(school.readsHistory ? result : withoutMembers(result)),
        });
      },
    }),

    route(ENDPOINTS.whatIfMembers, {
      target,
      async handle(call) {
        const { row, side } = call.query;
        const read = await asked(call);
        if (!read.ok) return read;
        const members = whatIfMembers(read.value.pairs, row, side);
        return members ? accept(members) : reject('not-found', TEXTS.access.notFound);
      },
    }),
  ];
}

/** Which applications were in a former state is for readers of the history. */
const withoutMembers = ({ persons: _persons, words, table, ...counts }: WhatIf) => ({
  ...counts,
  words: words.map((one) => ({ ...one, members: null })),
  table: { ...table, columns: table.columns.map((column) => ({ ...column, members: null })) },
});
