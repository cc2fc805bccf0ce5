import { expect, test } from 'vitest';
import type { PaymentModel } from '../../../../api/contract/payment-models.ts';
import { plannedPayments, planWords } from './plan-words.ts';

const plan = (terms: Partial<PaymentModel>): PaymentModel => ({
  _id: 'p',
  version: 0,
  organizationId: 'o',
  createdAt: '2026-01-01T00:00:00.000Z',
  name: 'Plan',
  details: null,
  upfrontCost: 0,
  monthlyCost: 0,
  numberOfMonths: 0,
  monthlyPaymentDay: 1,
  monthlyPaymentDelay: 0,
  currency: 'PHP',
  totalCost: 0,
  isDeleted: false,
  ...terms,
});
/** Amounts have a no-break space after the currency. */
const read = (words: string) => words.replaceAll('\u00A0', ' ');

test.each([
  [{}, 'Nothing to pay.'],
  [{ upfrontCost: 99_000 }, 'PHP 99,000.00 when we receive your contract. No further payments.'],
  [
    { upfrontCost: 21_000, monthlyCost: 7_000, numberOfMonths: 12, monthlyPaymentDay: 15 },
    'PHP 21,000.00 when we receive your contract, then 12 monthly payments of PHP 7,000.00, on the 15th of each month, beginning the next month.',
  ],
  [
    { monthlyCost: 500, numberOfMonths: 3, monthlyPaymentDay: 31, monthlyPaymentDelay: 2 },
    '3 monthly payments of PHP 500.00, on the 31st (or the last day) of each month, beginning 3 months after we receive your contract.',
  ],
  [{ monthlyCost: 500, numberOfMonths: 1 }, 'PHP 500.00 on the 1st, the month after we receive your contract.'],
  [
    { upfrontCost: 100, monthlyCost: 500, numberOfMonths: 1, monthlyPaymentDelay: 2 },
    'PHP 100.00 when we receive your contract, then PHP 500.00 on the 1st, 3 months later.',
  ],
])('says when a plan asks for what: %o', (terms, words) => {
  expect(read(planWords(plan(terms)))).toBe(words);
});

test("lists every payment as if the contract arrived today in the school's time zone", () => {
  const monthly = plan({ upfrontCost: 10.5, monthlyCost: 20, numberOfMonths: 2, monthlyPaymentDay: 31 });
  expect(plannedPayments(monthly, 'Asia/Manila', '2026-12-31T20:00:00.000Z')).toEqual([
    { dueDate: '2027-01-01', amount: 10.5 },
    { dueDate: '2027-02-28', amount: 20 },
    { dueDate: '2027-03-31', amount: 20 },
  ]);
});
