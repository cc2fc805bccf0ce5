import { type PaymentAccountState, unpaidSum } from '../../domain/payment-account/state.ts';
import { fromMinor } from '../../domain/values/money.ts';

export function accountMembers(state: PaymentAccountState): Readonly<Record<string, unknown>> {
  if (state.kind === 'nothing') return {};
  return {
    paymentAccount: state.status,
    paymentModelId: state.paymentModelId,
    totalBalance: `${fromMinor(unpaidSum(state), state.currency)} ${state.currency}`,
    invoices: state.invoices.map(({ n, dueDate, amount, currency, status, note }) => ({
      n,
      dueDate,
      dueAmount: fromMinor(amount, currency),
      currency,
      status,
      note,
    })),
  };
}
