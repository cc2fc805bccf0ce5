import type { Actor } from '../../domain/access/actor.ts';
import { can } from '../../domain/access/policy.ts';
import { accept, reject } from '../../domain/event-sourcing/decision.ts';
import { offeredModels } from '../../domain/payment-model/offered.ts';
import { isStepVisible } from '../../domain/process/steps.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { factsOf } from '../../domain/visibility/application-document.ts';
import type { PaymentModelDocument } from '../../projections/payment-models.ts';
import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { type Route, route, type Target, type UncheckedRequest } from '../http/route.ts';
import { KINDS } from '../kinds/kinds.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import { documentsOf } from '../views/past-lists.ts';
import { inOrderOfName, paymentModelView } from '../views/payment-model-view.ts';
import { type ConfiguredTarget, configuredRoutes } from './configured-routes.ts';

interface ListTarget extends Target {
  /** Those that the actor may choose or has chosen. */
  readonly ownIds: ReadonlySet<string>;
}

export function paymentModelRoutes(services: Services): readonly Route[] {
  const { environment, readModels } = services;
  const { paymentModels } = readModels;

  const list = async ({ context: { actor, organization } }: UncheckedRequest): Promise<ListTarget> => {
    const organizationId = organization?._id ?? null;
    const ownIds = await ownModelIds(actor, organizationId, readModels);
    return { organizationId, isPublic: true, isOwn: ownIds !== null, ownIds: ownIds ?? new Set() };
  };
  const one = async ({
    params,
    context: { actor },
  }: UncheckedRequest): Promise<ConfiguredTarget<PaymentModelDocument> | undefined> => {
    const document = await paymentModels.get(params.id as string);
    if (!document) return undefined;
    const { _id, organizationId } = document;
    const isOwn = (await ownModelIds(actor, organizationId, readModels))?.has(_id) ?? false;
    return { document, organizationId, isOwn };
  };

  return [
    route(ENDPOINTS.listPaymentModels, {
      target: list,
      async handle({ past, context: { actor }, target: { organizationId, ownIds } }) {
        if (!organizationId) return accept([]);
        const documents = await documentsOf(paymentModels, { organizationId }, past, readModels);
        const seesAll = can(actor, 'paymentModel.read', { organizationId });
        const seen = documents.filter(({ _id, isDeleted }) => (seesAll ? !isDeleted : ownIds.has(_id)));
        return accept(seen.toSorted(inOrderOfName).map(paymentModelView));
      },
    }),
    route(ENDPOINTS.getPaymentModel, {
      target: one,
      async handle({ query: { version }, asOf, target: { document } }) {
        const past = version === undefined ? asOf : Number(version);
        const shown = past === undefined ? document : await paymentModels.asOf(document._id, past);
        return shown ? accept(paymentModelView(shown)) : reject('not-found', TEXTS.access.notFound);
      },
    }),
    ...configuredRoutes(services, {
      kind: KINDS.paymentModels,
      readModel: paymentModels,
      create: ENDPOINTS.createPaymentModel,
      change: ENDPOINTS.changePaymentModel,
      versions: ENDPOINTS.paymentModelVersions,
      restore: ENDPOINTS.restorePaymentModel,
      remove: ENDPOINTS.deletePaymentModel,
      view: paymentModelView,
      deleted: TEXTS.paymentModels.deleted,
      async usedBy({ _id, organizationId }) {
        const processes = await environment.queries.processesOffering(organizationId, _id);
        return processes.map(({ label }) => label);
      },
    }),
  ];
}

/** Null without an application in the organization. */
async function ownModelIds(
  actor: Actor,
  organizationId: string | null,
  { applications, batches, processes }: ReadModels,
): Promise<ReadonlySet<string> | null> {
  if (actor.kind !== 'user' || actor.id === undefined || organizationId === null) return null;
  const { documents } = await applications.find({ userId: actor.id });
  const here = documents.filter((application) => application.organizationId === organizationId);
  if (here.length === 0) return null;
  const ids = new Set<string>();
  for (const application of here) {
    if (application.selectedPaymentModelId !== null) ids.add(application.selectedPaymentModelId);
    const processId = (await batches.get(application.batchId))?.processId;
    const config = processId ? (await processes.get(processId))?.config : undefined;
    const facts = factsOf(application);
    if (config) for (const id of offeredModels(config, (step) => isStepVisible(step, facts))) ids.add(id);
  }
  return ids;
}
