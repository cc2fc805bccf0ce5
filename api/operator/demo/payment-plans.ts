export const PLANS_OF_DEMO = {
  atOnce: {
    name: 'All at once',
    details: 'Paid when you sign, **6,000 less** than month by month.',
    upfrontCost: 99_000,
  },
  monthly: {
    name: 'Month by month',
    details: 'A fifth when you sign, then twelve equal payments on the 15th.',
    upfrontCost: 21_000,
    monthlyCost: 7_000,
    numberOfMonths: 12,
    monthlyPaymentDay: 15,
  },
} as const;
export type PlanOfDemo = keyof typeof PLANS_OF_DEMO;
