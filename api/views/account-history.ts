import type { Recorded } from '../../domain/event.ts';
import { fromMinor } from '../../domain/money.ts';
import type { PaymentAccountEvent } from '../../domain/payment-account/events.ts';
import { paymentAccount } from '../../domain/payment-account/payment-account.ts';
import { type Invoice, NOTHING, type PaymentAccountState, unpaidSum } from '../../domain/payment-account/state.ts';
import type { HistoryEntry } from '../contract/applications.ts';

type Change = HistoryEntry['changes'][number];

/** What each event of a payment account changed of it, invoice by invoice. */
export function accountChanges(
  events: readonly Recorded<PaymentAccountEvent>[],
): readonly { readonly event: Recorded<PaymentAccountEvent>; readonly changes: Change[] }[] {
  let state: PaymentAccountState = NOTHING;
  return events.map((event) => {
    const before = state;
    state = paymentAccount.evolve(state, event);
    return { event, changes: changesBetween(before, state) };
  });
}

function changesBetween(before: PaymentAccountState, after: PaymentAccountState): Change[] {
  const [was, is] = [membersOf(before), membersOf(after)];
  const changes: Change[] = (['paymentAccount', 'paymentModelId', 'totalBalance'] as const).flatMap((field) =>
    was[field] === is[field] ? [] : [{ field, before: was[field], after: is[field] }],
  );
  const numbers = new Set([...was.invoices.keys(), ...is.invoices.keys()]);
  for (const n of numbers) {
    const [old, now] = [was.invoices.get(n), is.invoices.get(n)];
    if (old?.status !== now?.status) changes.push({ field: 'invoices', before: view(old), after: view(now) });
  }
  return changes;
}

function membersOf(state: PaymentAccountState) {
  if (state.kind === 'nothing') {
    return { paymentAccount: null, paymentModelId: null, totalBalance: null, invoices: new Map<number, Invoice>() };
  }
  return {
    paymentAccount: state.status,
    paymentModelId: state.paymentModelId,
    totalBalance: `${fromMinor(unpaidSum(state), state.currency)} ${state.currency}`,
    invoices: new Map(state.invoices.map((invoice) => [invoice.n, invoice])),
  };
}

const view = (invoice: Invoice | undefined) =>
  invoice
    ? {
        n: invoice.n,
        dueDate: invoice.dueDate,
        dueAmount: fromMinor(invoice.amount, invoice.currency),
        currency: invoice.currency,
        status: invoice.status,
        note: invoice.note,
      }
    : null;
