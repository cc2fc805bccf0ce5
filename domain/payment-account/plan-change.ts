import type { IssuedInvoice } from './events.ts';
import { type Due, lessCredit, scheduleOf, type Terms } from './schedule.ts';
import { type Invoice, type PaymentAccountState, paidSum } from './state.ts';

/** What another plan would do to an account, for staff to look at first. */
export interface PlanChange {
  readonly voided: readonly Invoice[];
  readonly issued: readonly IssuedInvoice[];
  /** Minor units that have been paid and count towards the new plan. */
  readonly credit: number;
}

/** Unpaid invoices fall away, the plan's take their place from that day on, less what has been paid. Null terms: no plan. */
export function planChange(account: PaymentAccountState, terms: Terms | null, day: string): PlanChange {
  if (!wouldChange(account, terms)) return { voided: [], issued: [], credit: 0 };
  const invoices = account.kind === 'account' ? account.invoices : [];
  const voided = invoices.filter(({ status }) => status === 'unpaid');
  const credit = terms ? paidSum({ invoices }, terms.currency) : 0;
  return { voided, issued: terms ? numbered(lessCredit(scheduleOf(terms, day), credit), invoices) : [], credit };
}

/** The same plan again is no other one; an account that went along with a transfer is changed where it is now. */
export function wouldChange(account: PaymentAccountState, terms: Terms | null): boolean {
  if (account.kind === 'nothing' || account.status === 'void') return true;
  return account.status === 'open' && account.paymentModelId !== (terms?.paymentModelId ?? null);
}

/** What was paid in one currency cannot be set off against another. */
export const isPaidInOther = (account: PaymentAccountState, { currency }: Terms): boolean =>
  account.kind === 'account' &&
  account.invoices.some((invoice) => invoice.status === 'paid' && invoice.currency !== currency);

function numbered(dues: readonly Due[], before: readonly Invoice[]): readonly IssuedInvoice[] {
  const last = Math.max(0, ...before.map(({ n }) => n));
  return dues.map((due, index) => ({ n: last + 1 + index, ...due }));
}
