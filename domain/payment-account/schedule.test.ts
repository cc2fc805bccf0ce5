import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayIn, dayOfLaterMonth, lessCredit, scheduleOf, type Terms } from './schedule.ts';

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

test.each([
  ['2026-01-31', 1, 31, '2026-02-28'],
  ['2028-01-31', 1, 31, '2028-02-29'],
  ['2100-01-15', 1, 29, '2100-02-28'],
  ['2000-01-15', 1, 30, '2000-02-29'],
  ['2026-12-31', 1, 1, '2027-01-01'],
  ['2026-03-31', 1, 31, '2026-04-30'],
  ['2026-11-05', 25, 15, '2028-12-15'],
] as const)('from %s, %d months on, the %dth is %s', (from, months, day, expected) => {
  expect(dayOfLaterMonth(from, months, day)).toBe(expected);
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

test('a day is that of the organization’s time zone', () => {
  const at = '2026-02-28T16:30:00.000Z';
  expect(dayIn('UTC', at)).toBe('2026-02-28');
  expect(dayIn('Asia/Manila', at)).toBe('2026-03-01');
  expect(dayIn('America/New_York', '2026-01-01T03:00:00.000Z')).toBe('2025-12-31');
});
