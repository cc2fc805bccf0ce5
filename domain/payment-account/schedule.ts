import type { PaymentModelDetails } from '../payment-model/events.ts';
import { dayOfLaterMonth } from '../values/days.ts';
import { toMinor } from '../values/money.ts';

export interface Terms {
  readonly paymentModelId: string;
  readonly currency: string;
  readonly upfront: number;
  readonly monthly: number;
  readonly months: number;
  readonly day: number;
  /** Months before the monthly payments start; 0 = the next month. */
  readonly delay: number;
}

export interface Due {
  readonly dueDate: string;
  readonly amount: number;
}

export function termsOf(paymentModelId: string, details: PaymentModelDetails): Terms {
  const { currency, upfrontCost, monthlyCost } = details;
  const [upfront, monthly] = [toMinor(upfrontCost, currency), toMinor(monthlyCost, currency)];
  if (upfront === null || monthly === null) throw new Error(`${paymentModelId} costs what ${currency} cannot express`);
  return {
    paymentModelId,
    currency,
    upfront,
    monthly,
    months: details.numberOfMonths,
    day: details.monthlyPaymentDay,
    delay: details.monthlyPaymentDelay,
  };
}

/** Upfront cost at once, then monthly on the payment day, clamped to the month's end. Amounts of 0 are omitted. */
export function scheduleOf({ upfront, monthly, months, day, delay }: Terms, from: string): readonly Due[] {
  const monthlies = Array.from({ length: months }, (_, index) => ({
    dueDate: dayOfLaterMonth(from, 1 + delay + index, day),
    amount: monthly,
  }));
  return [{ dueDate: from, amount: upfront }, ...monthlies].filter(({ amount }) => amount > 0);
}

export function lessCredit(dues: readonly Due[], credit: number): readonly Due[] {
  let left = credit;
  return dues.flatMap(({ dueDate, amount }) => {
    const covered = Math.min(left, amount);
    left -= covered;
    return covered === amount ? [] : [{ dueDate, amount: amount - covered }];
  });
}
