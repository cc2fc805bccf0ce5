import type { PaymentModelDetails, PaymentModelEvent } from '../../domain/payment-model/events.ts';
import { paymentModel } from '../../domain/payment-model/payment-model.ts';
import { parseDecimal } from '../../domain/values/money.ts';
import type { ConfiguredKind } from '../documents/configured-kind.ts';

const NUMBERS = ['upfrontCost', 'monthlyCost', 'numberOfMonths', 'monthlyPaymentDay', 'monthlyPaymentDelay'];

/** Forms send numbers as text, so `"100"` and 100 are equal. */
export const PAYMENT_MODELS: ConfiguredKind<PaymentModelDetails, PaymentModelEvent> = {
  aggregate: paymentModel,
  read: (sent) =>
    Object.fromEntries(
      Object.entries(sent).map(([field, value]) => [
        field,
        NUMBERS.includes(field) ? (parseDecimal(value) ?? value) : value,
      ]),
    ),
};
