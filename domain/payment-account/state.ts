import type { InvoiceStatus } from './events.ts';

export interface Invoice {
  /** From 1 within the account, never used twice. */
  readonly n: number;
  /** `YYYY-MM-DD` in the organization's zone. */
  readonly dueDate: string;
  /** In minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly status: InvoiceStatus;
  /** When it was paid or voided. */
  readonly settledAt: string | null;
  readonly note: string | null;
}

/** `open` until nothing is owed by the contract any more (`void`) or it was transferred. */
export const ACCOUNT_STATUSES = ['open', 'void', 'transferred'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

/** The payment account of one application. */
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

/** In minor units of the account's currency. */
export const unpaidSum = ({ invoices }: Pick<PaymentAccount, 'invoices'>): number => sumOf(invoices, 'unpaid');

/** In minor units of this currency. */
export const paidSum = ({ invoices }: Pick<PaymentAccount, 'invoices'>, currency: string): number =>
  sumOf(
    invoices.filter((invoice) => invoice.currency === currency),
    'paid',
  );

export const hasPayments = ({ invoices }: Pick<PaymentAccount, 'invoices'>): boolean =>
  invoices.some(({ status }) => status === 'paid');
