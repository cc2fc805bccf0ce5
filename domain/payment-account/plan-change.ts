import type { IssuedInvoice } from './events.ts';
import { type Due, lessCredit, scheduleOf, type Terms } from './schedule.ts';
import { type Invoice, type PaymentAccountState, paidSum } from './state.ts';

export interface PlanChange {
  readonly voided: readonly Invoice[];
  readonly issued: readonly IssuedInvoice[];
  readonly credit: number;
}

/** Voids unpaid invoices and issues the plan's from that day on, less what was paid. Null terms: no plan. */
export function planChange(account: PaymentAccountState, terms: Terms | null, day: string): PlanChange {
  if (!wouldChange(account, terms)) return { voided: [], issued: [], credit: 0 };
  const invoices = account.kind === 'account' ? account.invoices : [];
  const voided = invoices.filter(({ status }) => status === 'unpaid');
  const credit = terms ? paidSum({ invoices }, terms.currency) : 0;
  return { voided, issued: terms ? numbered(lessCredit(scheduleOf(terms, day), credit), invoices) : [], credit };
}

/** False for the same plan, and for a transferred account, which changes in its new batch. */
export function wouldChange(account: PaymentAccountState, terms: Terms | null): boolean {
  if (account.kind === 'nothing' || account.status === 'void') return true;
  return account.status === 'open' && account.paymentModelId !== (terms?.paymentModelId ?? null);
}

/** Payments in one currency are not set off against another. */
export const isPaidInOther = (account: PaymentAccountState, { currency }: Terms): boolean =>
  account.kind === 'account' &&
  account.invoices.some((invoice) => invoice.status === 'paid' && invoice.currency !== currency);

function numbered(dues: readonly Due[], before: readonly Invoice[]): readonly IssuedInvoice[] {
  const last = Math.max(0, ...before.map(({ n }) => n));
  return dues.map((due, index) => ({ n: last + 1 + index, ...due }));
}
