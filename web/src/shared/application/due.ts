import type { PaymentAccount } from '../../../../api/contract/payment-accounts.ts';

export type Invoice = PaymentAccount['invoices'][number];

const SHOWN = 3;

export function dueOf(invoices: readonly Invoice[]): {
  overdue: readonly Invoice[];
  moreOverdue: number;
  dueSoon: readonly Invoice[];
} {
  const open = invoices.filter(({ isComplete }) => !isComplete).toSorted((a, b) => (a.dueDate < b.dueDate ? -1 : 1));
  const late = open.filter(({ isOverdue }) => isOverdue);
  return {
    overdue: late.slice(0, SHOWN),
    moreOverdue: Math.max(0, late.length - SHOWN),
    dueSoon: open.filter(({ isOverdue }) => !isOverdue).slice(0, SHOWN),
  };
}
