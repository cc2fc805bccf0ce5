import type { PaymentModelDetails } from '../payment-model/events.ts';
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

/** The day `months` after the date's month, or that month's last. */
export function dayOfLaterMonth(date: string, months: number, day: number): string {
  const [year = 0, month = 1] = date.split('-').map(Number);
  const counted = month - 1 + months;
  const wanted = { year: year + Math.floor(counted / 12), month: (counted % 12) + 1 };
  const text = (value: number, length: number) => String(value).padStart(length, '0');
  const clamped = Math.min(day, daysOf(wanted.year, wanted.month));
  return `${text(wanted.year, 4)}-${text(wanted.month, 2)}-${text(clamped, 2)}`;
}

function daysOf(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

const formats = new Map<string, Intl.DateTimeFormat>();

export function dayIn(timeZone: string, at: string): string {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formats.set(timeZone, format);
  }
  const parts = new Map(format.formatToParts(new Date(at)).map(({ type, value }) => [type, value]));
  return `${String(parts.get('year')).padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`;
}
