import { expect, test } from 'vitest';
import type { BookedAccount } from '../../../../../api/contract/payment-accounts.ts';
import { invoicesIn, paymentsCsv } from './payments-csv.ts';

const invoice = { currency: 'PHP', isComplete: true, isOverdue: false, settledAt: null, note: null };
const account: BookedAccount = {
  applicationId: 'a',
  batchId: 'b',
  batchName: 'Java, autumn',
  trackingNumber: 10_234,
  name: '=Ada',
  email: 'ada@example.com',
  status: 'open',
  paymentModelName: 'Monthly',
  currency: 'PHP',
  totalBalance: 1500.5,
  totalPaid: 2000,
  invoices: [
    { ...invoice, n: 1, dueDate: '2026-03-01', dueAmount: 2000, status: 'paid', settledAt: '2026-03-02T09:00:00.000Z' },
    { ...invoice, n: 2, dueDate: '2026-04-01', dueAmount: 1500.5, status: 'unpaid', isOverdue: true },
    { ...invoice, n: 3, dueDate: '2026-05-01', dueAmount: 900, status: 'void', note: 'Issued twice' },
  ],
};

test('each invoice is a row whose paid and balance add up, and no cell is a formula', () => {
  const [head, ...rows] = paymentsCsv([account], []).replace('\uFEFF', '').trimEnd().split('\r\n');
  expect(head).toBe(
    'Batch,Tracking number,Name,Email,Plan,Invoice,Due date,Amount,Currency,Status,Paid,Balance,Settled on,Note',
  );
  const who = `"Java, autumn",10234,'=Ada,ada@example.com,Monthly`;
  expect(rows).toEqual([
    `${who},1,2026-03-01,2000,PHP,paid,2000,0,2026-03-02,`,
    `${who},2,2026-04-01,1500.5,PHP,overdue,0,1500.5,,`,
    `${who},3,2026-05-01,900,PHP,void,0,0,,Issued twice`,
  ]);
  expect(invoicesIn([account, account])).toBe(6);
  const noted = paymentsCsv([account], ['One “Invoice paid” event is left out']).trimEnd().split('\r\n');
  expect(noted[0]).toMatch(/,Note,Notes$/);
  for (const line of noted.slice(1)) expect(line).toMatch(/,One “Invoice paid” event is left out$/);
});
