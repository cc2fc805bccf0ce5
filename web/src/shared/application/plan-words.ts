import type { PaymentModel } from '../../../../api/contract/payment-models.ts';
import { scheduleOf, termsOf } from '../../../../domain/payment-account/schedule.ts';
import { dayIn } from '../../../../domain/values/days.ts';
import { fromMinor } from '../../../../domain/values/money.ts';
import { lazyValue } from '../browser/lazy-value.ts';
import { formatMoney } from './money.ts';

const ordinals = lazyValue(() => new Intl.PluralRules('en', { type: 'ordinal' }));
const ENDINGS: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: 'st', two: 'nd', few: 'rd' };
const ordinal = (day: number): string => `${day}${ENDINGS[ordinals().select(day)] ?? 'th'}`;

type Terms = Pick<
  PaymentModel,
  'upfrontCost' | 'monthlyCost' | 'numberOfMonths' | 'monthlyPaymentDay' | 'monthlyPaymentDelay' | 'currency'
>;

function monthlyWords(
  { monthlyCost, numberOfMonths, monthlyPaymentDay, monthlyPaymentDelay, currency }: Terms,
  isFirst: boolean,
): string {
  const day = `the ${ordinal(monthlyPaymentDay)}${monthlyPaymentDay > 28 ? ' (or the last day)' : ''}`;
  const months = monthlyPaymentDelay + 1;
  const next = isFirst ? 'the month after we receive your contract' : 'the next month';
  const start = months === 1 ? next : `${months} months ${isFirst ? 'after we receive your contract' : 'later'}`;
  const amount = formatMoney(monthlyCost, currency);
  if (numberOfMonths === 1) return `${amount} on ${day}, ${start}`;
  return `${numberOfMonths} monthly payments of ${amount}, on ${day} of each month, beginning ${start}`;
}

/** The payments of a plan in one sentence, independent of the day on which the contract arrives. */
export function planWords(plan: Terms): string {
  const hasMonths = plan.monthlyCost > 0 && plan.numberOfMonths > 0;
  const upfront =
    plan.upfrontCost > 0 ? `${formatMoney(plan.upfrontCost, plan.currency)} when we receive your contract` : '';
  if (!hasMonths) return upfront === '' ? 'Nothing to pay.' : `${upfront}. No further payments.`;
  const monthly = monthlyWords(plan, upfront === '');
  return upfront === '' ? `${monthly}.` : `${upfront}, then ${monthly}.`;
}

export interface PlannedPayment {
  readonly dueDate: string;
  readonly amount: number;
}

/** The payments of a plan whose contract arrives on that day, by the rules that issue the invoices; `sum` is what is due until then. */
export function paymentsFrom(plan: PaymentModel, day: string): readonly (PlannedPayment & { readonly sum: number })[] {
  let sum = 0;
  return scheduleOf(termsOf(plan._id, plan), day).map(({ dueDate, amount }) => {
    sum += amount;
    return { dueDate, amount: fromMinor(amount, plan.currency), sum: fromMinor(sum, plan.currency) };
  });
}

export const plannedPayments = (plan: PaymentModel, timeZone: string, now: string): readonly PlannedPayment[] =>
  paymentsFrom(plan, dayIn(timeZone, now)).map(({ dueDate, amount }) => ({ dueDate, amount }));
