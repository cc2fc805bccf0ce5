import type { Actor } from '../../domain/access/actor.ts';
import { can } from '../../domain/access/policy.ts';
import { fullName } from '../../domain/application/applicant-name.ts';
import type { PlanChange } from '../../domain/payment-account/plan-change.ts';
import type { Terms } from '../../domain/payment-account/schedule.ts';
import { type Invoice, type PaymentAccountState, paidSum, unpaidSum } from '../../domain/payment-account/state.ts';
import { dayIn } from '../../domain/values/days.ts';
import { fromMinor } from '../../domain/values/money.ts';
import type { PaymentAccountDocument } from '../../projections/payment-accounts.ts';
import { inParts } from '../../timing/in-parts.ts';
import type { BookedAccount, PaymentAccount, PlanChangePreview } from '../contract/payment-accounts.ts';
import type { ReadModels } from '../read-models/read-models.ts';

export async function dayInOrganization(
  organizationId: string,
  at: string,
  { organizations }: Pick<ReadModels, 'organizations'>,
): Promise<string> {
  return dayIn((await organizations.get(organizationId))?.timeZone ?? 'UTC', at);
}

/** Void invoices and staff's notes are for staff. */
export async function paymentAccountView(
  document: PaymentAccountDocument,
  actor: Actor,
  at: string,
  readModels: ReadModels,
): Promise<PaymentAccount> {
  const { _id, version, organizationId, status, openedAt, paymentModelId, currency } = document;
  const isStaff = can(actor, 'invoice.manage', { organizationId });
  const [today, application, model] = await Promise.all([
    dayInOrganization(organizationId, at, readModels),
    readModels.applications.get(_id),
    paymentModelId === null ? undefined : readModels.paymentModels.get(paymentModelId),
  ]);
  const seen = document.invoices.filter((invoice) => isStaff || invoice.status !== 'void');
  return {
    _id,
    version,
    organizationId,
    applicationId: _id,
    batchId: application?.batchId ?? null,
    status,
    openedAt,
    paymentModelId,
    paymentModelName: model?.name ?? null,
    currency,
    totalBalance: fromMinor(unpaidSum(document), currency),
    totalPaid: fromMinor(paidSum(document, currency), currency),
    invoices: seen.toSorted(byDueDate).map((invoice) => invoiceView(invoice, today, isStaff)),
  };
}

/** An account that has moved with a transfer counts where it is now. */
export async function bookedAccountsView(
  organizationId: string,
  at: string,
  readModels: ReadModels,
): Promise<BookedAccount[]> {
  const { documents } = await readModels.paymentAccounts.find({ organizationId });
  const accounts = documents
    .filter(({ status }) => status !== 'transferred')
    .toSorted((one, other) => one.openedAt.localeCompare(other.openedAt) || one._id.localeCompare(other._id));
  const [today, applications, models, batches] = await Promise.all([
    dayInOrganization(organizationId, at, readModels),
    readModels.applications.getMany(accounts.map(({ _id }) => _id)),
    readModels.paymentModels.find({ organizationId }),
    readModels.batches.find({ organizationId }),
  ]);
  const byId = new Map(applications.map((application) => [application._id, application]));
  const modelNames = new Map(models.documents.map(({ _id, name }) => [_id, name]));
  const batchNames = new Map(batches.documents.map(({ _id, name }) => [_id, name]));
  return inParts(
    accounts,
    ({ invoices }) => ACCOUNT_BYTES + invoices.length * INVOICE_BYTES,
    (account) => {
      const { _id, status, paymentModelId, currency } = account;
      const application = byId.get(_id);
      const batchId = application?.batchId ?? null;
      const name = fullName(application?.values ?? {});
      return {
        applicationId: _id,
        batchId,
        batchName: batchId === null ? null : (batchNames.get(batchId) ?? null),
        trackingNumber: application?.trackingNumber ?? null,
        name: name === '' ? null : name,
        email: application?.email ?? null,
        status,
        paymentModelName: paymentModelId === null ? null : (modelNames.get(paymentModelId) ?? null),
        currency,
        totalBalance: fromMinor(unpaidSum(account), currency),
        totalPaid: fromMinor(paidSum(account, currency), currency),
        invoices: account.invoices.toSorted(byDueDate).map((invoice) => invoiceView(invoice, today, true)),
      };
    },
  );
}
const ACCOUNT_BYTES = 400;
const INVOICE_BYTES = 150;

export function previewView(account: PaymentAccountState, terms: Terms | null, change: PlanChange): PlanChangePreview {
  const before = account.kind === 'account' ? account : { currency: terms?.currency ?? 'PHP', invoices: [] };
  const currency = terms?.currency ?? before.currency;
  return {
    currency,
    voided: change.voided.map((invoice) => shortView(invoice, invoice.currency)),
    issued: change.issued.map((invoice) => shortView(invoice, currency)),
    credit: fromMinor(change.credit, currency),
    totalBalanceBefore: fromMinor(unpaidSum(before), before.currency),
    totalBalanceAfter: fromMinor(unpaidSum(before) - sumOf(change.voided) + sumOf(change.issued), currency),
  };
}

const sumOf = (invoices: readonly { amount: number }[]): number =>
  invoices.reduce((sum, { amount }) => sum + amount, 0);

const byDueDate = (one: Invoice, other: Invoice): number => one.dueDate.localeCompare(other.dueDate) || one.n - other.n;

const shortView = ({ n, dueDate, amount }: Pick<Invoice, 'n' | 'dueDate' | 'amount'>, currency: string) => ({
  n,
  dueDate,
  dueAmount: fromMinor(amount, currency),
  currency,
});

const invoiceView = (invoice: Invoice, today: string, isStaff: boolean): PaymentAccount['invoices'][number] => ({
  ...shortView(invoice, invoice.currency),
  status: invoice.status,
  isComplete: invoice.status !== 'unpaid',
  isOverdue: invoice.status === 'unpaid' && invoice.dueDate < today,
  settledAt: invoice.settledAt,
  ...(isStaff ? { note: invoice.note } : {}),
});
