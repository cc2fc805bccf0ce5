import { changeSolution } from '../../commands/solution/change-solution.ts';
import { type ChangedSolution, startSolution } from '../../commands/solution/start-solution.ts';
import { accept, reject } from '../../domain/event-sourcing/decision.ts';
import { applicationOfSolution, findSolution } from '../../domain/solution/state.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import type { Solution } from '../contract/solutions.ts';
import { id as idSchema } from '../contract/values.ts';
import type { RequestContext } from '../http/request-context.ts';
import { type Route, route, type Target, type UncheckedRequest } from '../http/route.ts';
import { mayReadPast } from '../views/own-then.ts';
import { solutionView } from '../views/solution-view.ts';
import { applicationTarget } from './applications.ts';

export function solutionRoutes(services: Services): readonly Route[] {
  const { environment, readModels } = services;
  const { solutions } = readModels;

  /** The schema refuses a missing id. */
  const named = async (applicationId: unknown, context: RequestContext): Promise<Target | undefined> =>
    idSchema.safeParse(applicationId).success
      ? applicationTarget(services, applicationId as string, context)
      : { isOwn: true };
  const one = async ({ params, context }: UncheckedRequest): Promise<Target | undefined> => {
    const applicationId = applicationOfSolution(params.id as string);
    if (applicationId === '') return undefined;
    const found = findSolution((await solutions.get(applicationId)) ?? { solutions: [] }, params.id as string);
    return found && applicationTarget(services, applicationId, context);
  };
  const answer = (
    { state, revision, solutionId }: ChangedSolution,
    context: RequestContext,
    about: Target,
  ): Solution => {
    const changed = findSolution(state, solutionId);
    if (!changed) throw new Error(`The solution ${solutionId} was changed but cannot be found`);
    return solutionView(changed, revision, context.actor, about);
  };

  return [
    route(ENDPOINTS.listSolutions, {
      target: ({ query, context }) => named(query.appId, context),
      async handle({ query: { appId, ignoreOutdated }, context: { actor }, target }) {
        const document = await solutions.get(appId);
        const shown = (document?.solutions ?? []).filter(({ isRetaken }) => !(isRetaken && ignoreOutdated === 'true'));
        return accept(shown.map((solution) => solutionView(solution, document?.version ?? 0, actor, target)));
      },
    }),
    route(ENDPOINTS.startSolution, {
      targetInBody: ({ body, context }) =>
        named((body as { applicationId?: unknown } | undefined)?.applicationId, context),
      decide: ({ body, command }) => startSolution(environment, body, command),
      view: (started, { context, target }) => answer(started, context, target),
    }),
    route(ENDPOINTS.getSolution, {
      target: one,
      async handle({ params: { id }, asOf, context: { actor }, target }) {
        const applicationId = applicationOfSolution(id);
        if (!(await mayReadPast(target, actor, { applicationId, asOf }, readModels))) {
          return reject('not-found', TEXTS.access.notFound);
        }
        const document = await (asOf === undefined
          ? solutions.get(applicationId)
          : solutions.asOf(applicationId, asOf));
        const solution = document && findSolution(document, id);
        if (!solution) return reject('not-found', TEXTS.access.notFound);
        return accept(solutionView(solution, document.version, actor, target));
      },
    }),
    route(ENDPOINTS.changeSolution, {
      target: one,
      decide: ({ params: { id: solutionId }, body: payload, command }) =>
        changeSolution(environment, { solutionId, payload }, command),
      view: (changed, { context, target }) => answer(changed, context, target),
    }),
  ];
}
