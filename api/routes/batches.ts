import { changeBatch } from '../../commands/batch/change-batch.ts';
import { createBatch } from '../../commands/batch/create-batch.ts';
import { can } from '../../domain/access/policy.ts';
import { accept, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { BatchDocument } from '../../projections/batches.ts';
import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { organizationInBody } from '../http/current-organization.ts';
import type { RequestContext } from '../http/request-context.ts';
import { type Route, route, type Target, type UncheckedRequest } from '../http/route.ts';
import { KINDS } from '../kinds/kinds.ts';
import { batchView, canSeeBatch, couldSeeBatch, inListOrder, ownBatchIds, pastBatches } from '../views/batch-view.ts';
import { kindRoutes } from './kind-routes.ts';

interface BatchTarget extends Target {
  readonly document: BatchDocument;
}

export function batchRoutes(services: Services): readonly Route[] {
  const { environment, readModels } = services;
  const { batches, organizations } = readModels;

  const target = async ({ params, context }: UncheckedRequest): Promise<BatchTarget | undefined> => {
    const id = params.id as string;
    const organizationId = context.organization?._id;
    const bySlug = async () =>
      organizationId === undefined ? [] : (await batches.find({ organizationId, slug: id })).documents;
    const document = (await batches.get(id)) ?? (await bySlug())[0];
    if (!document || !canSeeBatch(document, context.actor, await ownBatchIds(context.actor, readModels)))
      return undefined;
    return { document, organizationId: document.organizationId, isPublic: true };
  };

  const written = async (id: string, { actor }: RequestContext) =>
    batchView(await batches.written(id), actor, readModels);

  return [
    route(ENDPOINTS.listBatches, {
      async handle({ query: { filter }, past, context: { actor, organization } }) {
        if (past) {
          if (!organization || filter === 'mine') return reject('forbidden', TEXTS.access.notAllowed);
          return accept([...(await pastBatches(organization._id, past, actor, readModels))]);
        }
        const own = await ownBatchIds(actor, readModels);
        const found =
          filter === 'mine'
            ? await mine(
                actor.roles.map(({ orgId }) => orgId),
                own,
                readModels,
              )
            : (await batches.find({ organizationId: organization?._id ?? null })).documents;
        const seen = found.filter((batch) => canSeeBatch(batch, actor, own)).toSorted(inListOrder);
        return accept(await Promise.all(seen.map((batch) => batchView(batch, actor, readModels))));
      },
    }),
    route(ENDPOINTS.createBatch, {
      targetInBody: async (unchecked) => {
        const { actor } = unchecked.context;
        const chosen = await organizationInBody(organizations)(unchecked);
        // A person who may write batches somewhere learns that the organization is missing.
        const writesSomewhere = actor.roles.some(({ orgId }) => can(actor, 'batch.write', { organizationId: orgId }));
        return chosen?.organizationId === null && writesSomewhere
          ? { ...chosen, capability: 'batch.readOpen' as const }
          : chosen;
      },
      input: ({ body: { version, status, organizationId, ...details } }) => ({ status, details }),
      async decide({ body: { version, status = null, organizationId: _named, ...details }, target, command }) {
        const { organizationId } = target;
        if (!organizationId) return reject('refused', TEXTS.batches.organizationMissing);
        return createBatch(environment, { organizationId, details, status }, command);
      },
      view: ({ id }, { context }) => written(id, context),
    }),
    route(ENDPOINTS.changeBatch, {
      target,
      input: ({ body: { organizationId, ...payload } }) => payload,
      decide: ({ body: { organizationId, ...payload }, target: { document }, command }) =>
        changeBatch(environment, { batchId: document._id, payload }, command),
      view: ({ id }, { context }) => written(id, context),
    }),
    route(ENDPOINTS.getBatch, {
      target,
      async handle({ query: { version }, asOf, context: { actor }, target: { document } }) {
        if (version !== undefined) {
          const isRead = can(actor, 'batch.read', { organizationId: document.organizationId });
          const one = isRead ? await batches.asOf(document._id, Number(version)) : undefined;
          return one ? accept(await batchView(one, actor, readModels)) : reject('not-found', TEXTS.access.notFound);
        }
        if (asOf === undefined) return accept(await batchView(document, actor, readModels));
        const then = await batches.asOf(document._id, asOf);
        const isSeen = then && couldSeeBatch(then, actor, await ownBatchIds(actor, readModels, asOf));
        return isSeen ? accept(await batchView(then, actor, readModels)) : reject('not-found', TEXTS.access.notFound);
      },
    }),
    ...kindRoutes(services, KINDS.batches, {
      change: ENDPOINTS.changeBatch,
      versions: ENDPOINTS.batchVersions,
      restore: ENDPOINTS.restoreBatch,
      view: written,
    }),
  ];
}

async function mine(
  organizationIds: readonly string[],
  ownIds: ReadonlySet<string>,
  { batches }: Services['readModels'],
): Promise<readonly BatchDocument[]> {
  if (organizationIds.length === 0) return batches.getMany([...ownIds]);
  return (await batches.find({ organizationId: organizationIds })).documents;
}
