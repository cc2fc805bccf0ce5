import type { BookedAccount } from '../../../../../api/contract/payment-accounts.ts';
import { csvFile } from '../../../../../domain/text/csv.ts';
import { noteColumn } from '../../../shared/reports/note-column.ts';

type Invoice = BookedAccount['invoices'][number];

/** `Paid` and `Balance` are of the invoice, so that the sum of a column is right whatever a spreadsheet groups by. */
const COLUMNS: readonly (readonly [string, (account: BookedAccount, invoice: Invoice) => unknown])[] = [
  ['Batch', ({ batchName }) => batchName],
  ['Tracking number', ({ trackingNumber }) => trackingNumber],
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Plan', ({ paymentModelName }) => paymentModelName],
  ['Invoice', (_, { n }) => n],
  ['Due date', (_, { dueDate }) => dueDate],
  ['Amount', (_, { dueAmount }) => dueAmount],
  ['Currency', (_, { currency }) => currency],
  ['Status', (_, { status, isOverdue }) => (isOverdue ? 'overdue' : status)],
  ['Paid', (_, { status, dueAmount }) => (status === 'paid' ? dueAmount : 0)],
  ['Balance', (_, { status, dueAmount }) => (status === 'unpaid' ? dueAmount : 0)],
  ['Settled on', (_, { settledAt }) => settledAt?.slice(0, 10)],
  ['Note', (_, { note }) => note],
];

export function paymentsCsv(accounts: readonly BookedAccount[], notes: readonly string[]): string {
  const about = noteColumn(notes);
  return csvFile([
    [...COLUMNS.map(([title]) => title), ...Object.keys(about)],
    ...accounts.flatMap((account) =>
      account.invoices.map((invoice) => [
        ...COLUMNS.map(([, read]) => read(account, invoice)),
        ...Object.values(about),
      ]),
    ),
  ]);
}

export const invoicesIn = (accounts: readonly BookedAccount[]): number =>
  accounts.reduce((sum, { invoices }) => sum + invoices.length, 0);
