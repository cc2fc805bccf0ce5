import type { InvoiceStatus } from './events.ts';

export interface Invoice {
  /** From 1 within the account, never used twice. */
  readonly n: number;
  readonly dueDate: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: InvoiceStatus;
  readonly settledAt: string | null;
  readonly note: string | null;
}

/** `void`: the contract is no longer in force. */
export const ACCOUNT_STATUSES = ['open', 'void', 'transferred'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

export interface PaymentAccount {
  readonly kind: 'account';
  readonly organizationId: string;
  readonly status: AccountStatus;
  readonly openedAt: string;
  /** Null when staff removed the plan. */
  readonly paymentModelId: string | null;
  readonly currency: string;
  readonly invoices: readonly Invoice[];
  /** The application that it was transferred from or to. */
  readonly fromId: string | null;
  readonly toId: string | null;
  /** The last event of the application that was answered. */
  readonly applicationRevision: number;
}

export const NOTHING = { kind: 'nothing' } as const;
export type PaymentAccountState = typeof NOTHING | PaymentAccount;

const sumOf = (invoices: readonly Invoice[], status: InvoiceStatus): number =>
  invoices.filter((invoice) => invoice.status === status).reduce((sum, { amount }) => sum + amount, 0);

export const unpaidSum = ({ invoices }: Pick<PaymentAccount, 'invoices'>): number => sumOf(invoices, 'unpaid');

export const paidSum = ({ invoices }: Pick<PaymentAccount, 'invoices'>, currency: string): number =>
  sumOf(
    invoices.filter((invoice) => invoice.currency === currency),
    'paid',
  );

export const hasPayments = ({ invoices }: Pick<PaymentAccount, 'invoices'>): boolean =>
  invoices.some(({ status }) => status === 'paid');
