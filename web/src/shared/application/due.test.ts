import { expect, test } from 'vitest';
import { dueOf, type Invoice } from './due.ts';

const invoice = (n: number, dueDate: string, { isComplete = false, isOverdue = false } = {}): Invoice => ({
  n,
  dueDate,
  dueAmount: 100,
  currency: 'PHP',
  status: isComplete ? 'paid' : 'unpaid',
  isComplete,
  isOverdue,
  settledAt: null,
});

test('lists at most three overdue and three coming unpaid invoices, earliest first', () => {
  const { overdue, moreOverdue, dueSoon } = dueOf([
    invoice(9, '2026-12-01'),
    invoice(1, '2026-01-01', { isComplete: true, isOverdue: false }),
    invoice(5, '2026-05-01', { isOverdue: true }),
    invoice(2, '2026-02-01', { isOverdue: true }),
    invoice(4, '2026-04-01', { isOverdue: true }),
    invoice(3, '2026-03-01', { isOverdue: true }),
    invoice(8, '2026-11-01'),
    invoice(7, '2026-10-01'),
    invoice(6, '2026-09-01'),
  ]);
  expect(overdue.map(({ n }) => n)).toEqual([2, 3, 4]);
  expect(moreOverdue).toBe(1);
  expect(dueSoon.map(({ n }) => n)).toEqual([6, 7, 8]);
});
