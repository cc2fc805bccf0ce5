import { checkPlan } from '../../commands/payment-account/check-plan.ts';
import { loadTerms } from '../../commands/payment-account/load-terms.ts';
import { settleInvoice } from '../../commands/payment-account/settle-invoice.ts';
import { accept } from '../../domain/event-sourcing/decision.ts';
import { planChange } from '../../domain/payment-account/plan-change.ts';
import { NOTHING } from '../../domain/payment-account/state.ts';
import type { PaymentAccountDocument } from '../../projections/payment-accounts.ts';
import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import type { RequestContext } from '../http/request-context.ts';
import { type Route, route, type Target, type UncheckedRequest } from '../http/route.ts';
import { mayReadPast } from '../views/own-then.ts';
import {
  bookedAccountsView,
  dayInOrganization,
  paymentAccountView,
  previewView,
} from '../views/payment-account-view.ts';
import { applicationTarget } from './applications.ts';

interface AccountTarget extends Target {
  readonly document: PaymentAccountDocument;
}

export function paymentAccountRoutes(services: Services): readonly Route[] {
  const { environment, readModels } = services;
  const { applications, paymentAccounts } = readModels;
  const view = (document: PaymentAccountDocument, { actor, at }: RequestContext) =>
    paymentAccountView(document, actor, at, readModels);

  const ofPath = async ({ params, context }: UncheckedRequest): Promise<AccountTarget | undefined> => {
    const document = await paymentAccounts.get(params.id as string);
    const about = document && (await applicationTarget(services, document._id, context));
    return about && { ...about, document };
  };

  const written = async (id: string, context: RequestContext) => view(await paymentAccounts.written(id), context);

  return [
    route(ENDPOINTS.myPaymentAccounts, {
      async handle({ context }) {
        const { actor, organization } = context;
        const { documents: own } = await applications.find({ userId: actor.id ?? null });
        const isShown = ({ organizationId }: { organizationId: string }) =>
          !organization || organizationId === organization._id;
        const ids = own.filter(isShown).map(({ _id }) => _id);
        const open = (await paymentAccounts.getMany(ids)).filter(({ status }) => status === 'open');
        const inOrder = open.toSorted(
          (one, other) => one.openedAt.localeCompare(other.openedAt) || one._id.localeCompare(other._id),
        );
        return accept(await Promise.all(inOrder.map((document) => view(document, context))));
      },
    }),
    route(ENDPOINTS.listPaymentAccounts, {
      target: ({ query: { applicationId }, context }) =>
        typeof applicationId === 'string' ? applicationTarget(services, applicationId, context) : withoutTarget(),
      async handle({ query: { applicationId }, asOf, context, target }) {
        if (!(await mayReadPast(target, context.actor, { applicationId, asOf }, readModels))) return accept([]);
        const document =
          asOf === undefined
            ? await paymentAccounts.get(applicationId)
            : await paymentAccounts.asOf(applicationId, asOf);
        return accept(document ? [await view(document, context)] : []);
      },
    }),
    route(ENDPOINTS.listBookedAccounts, {
      handle: async ({ context: { at }, target: { organizationId } }) =>
        accept(organizationId ? await bookedAccountsView(organizationId, at, readModels) : []),
    }),
    route(ENDPOINTS.previewPlanChange, {
      target: ({ params, context }) => applicationTarget(services, params.id, context),
      async handle({ params: { id }, query: { paymentModelId = null }, context: { at }, target: { document } }) {
        const { organizationId } = document;
        const plan = { applicationId: id, organizationId, paymentModelId, mayReplaceOpen: true };
        const allowed = await checkPlan(environment, plan);
        if (!allowed.ok) return allowed;
        const terms = paymentModelId === null ? null : ((await loadTerms(environment, paymentModelId))?.terms ?? null);
        const account = (await paymentAccounts.get(id)) ?? NOTHING;
        const day = await dayInOrganization(organizationId, at, readModels);
        return accept(previewView(account, terms, planChange(account, terms, day)));
      },
    }),
    route(ENDPOINTS.payInvoice, {
      target: ofPath,
      decide: ({ params: { id: accountId, n }, body, command }) =>
        settleInvoice(environment, { accountId, n: Number(n), as: 'PayInvoice', note: body?.note }, command),
      view: ({ id }, { context }) => written(id, context),
    }),
    route(ENDPOINTS.voidInvoice, {
      target: ofPath,
      decide: ({ params: { id: accountId, n }, body, command }) =>
        settleInvoice(environment, { accountId, n: Number(n), as: 'VoidInvoice', note: body?.note }, command),
      view: ({ id }, { context }) => written(id, context),
    }),
  ];
}

/** The schema refuses a missing application. */
const withoutTarget = async (): Promise<Target> => ({ isOwn: true });
