import type { EventOf, Recorded } from '../domain/event-sourcing/event.ts';
import { categoryOf, idOf } from '../domain/event-sourcing/streams.ts';
import type { PaymentAccountEvent } from '../domain/payment-account/events.ts';
import { paymentAccount } from '../domain/payment-account/payment-account.ts';
import { NOTHING, type PaymentAccount } from '../domain/payment-account/state.ts';
import type { PersonalDataErased } from '../domain/values/personal-data.ts';
import { projection } from './engine/projection.ts';

/** `_id` is the application's. */
export interface PaymentAccountDocument extends PaymentAccount {
  readonly _id: string;
  readonly _pos?: bigint;
  readonly version: number;
}

function fold(document: PaymentAccountDocument | undefined, event: Recorded<PaymentAccountEvent>) {
  const state = paymentAccount.evolve(document ?? NOTHING, event);
  return state.kind === 'account' ? { ...state, _id: idOf(event.stream), version: event.revision } : undefined;
}

export const paymentAccounts = projection<
  PaymentAccountDocument,
  PaymentAccountEvent | EventOf<typeof PersonalDataErased>
>({
  name: 'paymentAccounts',
  version: 1,
  digest: '563c2946658d14af',
  indexes: ['organizationId'],
  id: (event) => idOf(event.stream),
  streams: (id) => [`paymentAccount-${id}`, `application-${id}`],
  on: {
    PaymentAccountOpened: fold,
    PaymentPlanReplaced: fold,
    PaymentAccountVoided: fold,
    InvoicePaid: fold,
    InvoiceVoided: fold,
    PaymentAccountHandedOver: fold,
    PaymentAccountTakenOver: fold,
    /** Ignores the erasure of an account. */
    PersonalDataErased: (document, { stream }) =>
      document && categoryOf(stream) === 'application'
        ? { ...document, invoices: document.invoices.map((invoice) => ({ ...invoice, note: null })) }
        : document,
  },
});
