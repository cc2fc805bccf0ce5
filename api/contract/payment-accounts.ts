import { z } from 'zod';
import { INVOICE_STATUSES } from '../../domain/payment-account/events.ts';
import { ACCOUNT_STATUSES } from '../../domain/payment-account/state.ts';
import { INVOICE_DIGITS } from '../../domain/text/text-limits.ts';
import { endpoint } from './endpoint.ts';
import { asOfQuery, id, idParams, instant, paragraph, version } from './values.ts';

const invoiceSchema = z.object({
  n: z.int(),
  /** In the organization's time zone. */
  dueDate: z.iso.date(),
  dueAmount: z.number(),
  currency: z.string(),
  status: z.enum(INVOICE_STATUSES),
  /** Paid or void. */
  isComplete: z.boolean(),
  /** Unpaid, and due before today in the organization's time zone. */
  isOverdue: z.boolean(),
  settledAt: instant.nullable(),
  note: z.string().nullable().optional(),
});

export const paymentAccountSchema = z.object({
  /** The application's id. */
  _id: z.string(),
  version,
  organizationId: z.string(),
  applicationId: z.string(),
  batchId: z.string().nullable(),
  status: z.enum(ACCOUNT_STATUSES),
  openedAt: instant,
  paymentModelId: z.string().nullable(),
  paymentModelName: z.string().nullable(),
  currency: z.string(),
  totalBalance: z.number(),
  totalPaid: z.number(),
  /** By due date; only Owners and Admins see void ones. */
  invoices: z.array(invoiceSchema),
});
export type PaymentAccount = z.infer<typeof paymentAccountSchema>;

const previewSchema = z.object({
  currency: z.string(),
  voided: z.array(invoiceSchema.pick({ n: true, dueDate: true, dueAmount: true, currency: true })),
  issued: z.array(invoiceSchema.pick({ n: true, dueDate: true, dueAmount: true, currency: true })),
  /** Already paid, and counted towards the plan. */
  credit: z.number(),
  totalBalanceBefore: z.number(),
  totalBalanceAfter: z.number(),
});
export type PlanChangePreview = z.infer<typeof previewSchema>;

export const myPaymentAccounts = endpoint({
  method: 'GET',
  path: '/api/myPaymentAccounts',
  capability: 'application.listOwn',
  summary:
    'Open payment accounts of the signed-in person, oldest first: those in the current organization, or all if there is none.',
  response: z.array(paymentAccountSchema),
});
export const listPaymentAccounts = endpoint({
  method: 'GET',
  path: '/api/paymentAccounts',
  capability: 'invoice.read',
  summary: 'The payment account of an application, if it has one.',
  query: asOfQuery.extend({ applicationId: id }),
  response: z.array(paymentAccountSchema),
});
const bookedAccountSchema = paymentAccountSchema
  .pick({
    applicationId: true,
    batchId: true,
    status: true,
    paymentModelName: true,
    currency: true,
    totalBalance: true,
    totalPaid: true,
    invoices: true,
  })
  .extend({
    batchName: z.string().nullable(),
    trackingNumber: z.int().nullable(),
    /** Null after an erasure. */
    name: z.string().nullable(),
    email: z.string().nullable(),
  });
export type BookedAccount = z.infer<typeof bookedAccountSchema>;

export const listBookedAccounts = endpoint({
  method: 'GET',
  path: '/api/paymentAccounts/all',
  capability: 'invoice.manage',
  isCostly: true,
  summary:
    'For accounting: the payment accounts of the current organization with applicant and program, oldest first, without those that a transfer has moved to another application.',
  response: z.array(bookedAccountSchema),
});
export const previewPlanChange = endpoint({
  method: 'GET',
  path: '/api/paymentAccounts/{id}/preview',
  capability: 'invoice.manage',
  summary: 'What choosing this payment model today would void and issue; changes nothing.',
  params: idParams,
  query: z.object({ paymentModelId: id.optional() }),
  response: previewSchema,
});

const invoiceParams = idParams.extend({
  n: z
    .string()
    .max(INVOICE_DIGITS)
    .regex(/^[1-9]\d{0,5}$/),
});
const invoiceBody = z.object({ note: paragraph }).nullish();

export const payInvoice = endpoint({
  method: 'POST',
  path: '/api/paymentAccounts/{id}/invoices/{n}/pay',
  capability: 'invoice.manage',
  summary: 'Records that an invoice has been paid.',
  params: invoiceParams,
  body: invoiceBody,
  response: paymentAccountSchema,
});
export const voidInvoice = endpoint({
  method: 'POST',
  path: '/api/paymentAccounts/{id}/invoices/{n}/void',
  capability: 'invoice.manage',
  summary: 'Voids an unpaid invoice.',
  params: invoiceParams,
  body: invoiceBody,
  response: paymentAccountSchema,
});
