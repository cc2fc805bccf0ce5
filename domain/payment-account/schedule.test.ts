import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lessCredit, scheduleOf, type Terms } from './schedule.ts';

const terms: fc.Arbitrary<Terms> = fc.record({
  paymentModelId: fc.constant('plan'),
  currency: fc.constant('PHP'),
  upfront: fc.integer({ min: 0, max: 1e11 }),
  monthly: fc.integer({ min: 0, max: 1e11 }),
  months: fc.integer({ min: 0, max: 60 }),
  day: fc.integer({ min: 1, max: 31 }),
  delay: fc.integer({ min: 0, max: 24 }),
});
const date = fc
  .date({ min: new Date('1999-01-01'), max: new Date('2105-01-01'), noInvalidDate: true })
  .map((moment) => moment.toISOString().slice(0, 10));

const totalOf = (dues: readonly { amount: number }[]) => dues.reduce((sum, { amount }) => sum + amount, 0);
const lastDayOf = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

describe('the schedule of a plan', () => {
  test('adds up to the plan’s total to the cent', () => {
    fc.assert(
      fc.property(terms, date, (plan, from) => {
        expect(totalOf(scheduleOf(plan, from))).toBe(plan.upfront + plan.monthly * plan.months);
      }),
    );
  });

  test('is due at the start and in each following month, on the payment day or the month’s last', () => {
    fc.assert(
      fc.property(terms, date, (plan, from) => {
        const dues = scheduleOf({ ...plan, upfront: 1, monthly: 1 }, from);
        expect(dues).toHaveLength(1 + plan.months);
        expect(dues[0]?.dueDate).toBe(from);
        const [year = 0, month = 0] = from.split('-').map(Number);
        dues.slice(1).forEach(({ dueDate }, index) => {
          const [dueYear = 0, dueMonth = 0, dueDay = 0] = dueDate.split('-').map(Number);
          expect(dueYear * 12 + dueMonth).toBe(year * 12 + month + 1 + plan.delay + index);
          expect(dueDay).toBe(Math.min(plan.day, lastDayOf(dueYear, dueMonth)));
        });
      }),
    );
  });

  test('is empty where nothing is owed', () => {
    const plan = { paymentModelId: 'plan', currency: 'PHP', upfront: 0, monthly: 0, months: 12, day: 1, delay: 0 };
    expect(scheduleOf(plan, '2026-03-02')).toEqual([]);
    expect(scheduleOf({ ...plan, upfront: 5, months: 0 }, '2026-03-02')).toEqual([
      { dueDate: '2026-03-02', amount: 5 },
    ]);
  });
});

test('payments cover the earliest invoices, to the cent', () => {
  const dues = fc.array(fc.record({ dueDate: date, amount: fc.integer({ min: 1, max: 1e11 }) }), { maxLength: 61 });
  fc.assert(
    fc.property(dues, fc.integer({ min: 0, max: 1e13 }), (asked, credit) => {
      const left = lessCredit(asked, credit);
      expect(totalOf(left)).toBe(Math.max(0, totalOf(asked) - credit));
      expect(left.map(({ dueDate }) => dueDate)).toEqual(
        asked.slice(asked.length - left.length).map((due) => due.dueDate),
      );
      expect(left.slice(1)).toEqual(asked.slice(asked.length - left.length + 1));
      for (const { amount } of left) expect(amount).toBeGreaterThan(0);
    }),
  );
});
