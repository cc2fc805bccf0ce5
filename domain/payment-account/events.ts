import { z } from 'zod';
import { defineEvent, type EventOf } from '../event-sourcing/event.ts';

const number = z.int().min(1);

/** `dueDate` is `YYYY-MM-DD` in the organization's zone, `amount` is in minor units of the currency. */
const issued = z.object({ n: number, dueDate: z.iso.date(), amount: z.int().min(0) });
export type IssuedInvoice = z.infer<typeof issued>;

export const INVOICE_STATUSES = ['unpaid', 'paid', 'void'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

const nullableText = z.string().nullable();
/** The event of the application that caused it: each is answered once. */
const applicationRevision = z.int().min(0);
const notePersonal = z.object({ note: nullableText });

/** The contract is received: the plan's amounts are owed from here on. */
export const PaymentAccountOpened = defineEvent({
  type: 'PaymentAccountOpened',
  audience: { document: 'paymentAccount' },
  data: z.object({
    organizationId: z.string(),
    paymentModelId: z.string(),
    currency: z.string(),
    invoices: z.array(issued),
    applicationRevision,
  }),
});
/** Staff chose another plan, or none: unpaid invoices are void, `invoices` replace them, less what was paid. */
export const PaymentPlanReplaced = defineEvent({
  type: 'PaymentPlanReplaced',
  audience: { document: 'paymentAccount' },
  data: z.object({
    paymentModelId: nullableText,
    currency: z.string(),
    invoices: z.array(issued),
    applicationRevision,
  }),
});
/** Nothing was paid when the contract fell through. */
export const PaymentAccountVoided = defineEvent({
  type: 'PaymentAccountVoided',
  audience: { document: 'paymentAccount' },
  data: z.object({ applicationRevision }),
});
/** The note says how it was paid. */
export const InvoicePaid = defineEvent({
  type: 'InvoicePaid',
  audience: { document: 'paymentAccount' },
  data: z.object({ n: number }),
  personal: notePersonal,
});
/** The note says why nothing is owed. */
export const InvoiceVoided = defineEvent({
  type: 'InvoiceVoided',
  audience: { document: 'paymentAccount' },
  data: z.object({ n: number }),
  personal: notePersonal,
});
/** Transferred with the application; nothing more happens here. */
export const PaymentAccountHandedOver = defineEvent({
  type: 'PaymentAccountHandedOver',
  audience: { document: 'paymentAccount' },
  data: z.object({ toId: z.string() }),
});
/** The account continues in the target batch of a transfer; `notes` belong to the invoices, in order. */
export const PaymentAccountTakenOver = defineEvent({
  type: 'PaymentAccountTakenOver',
  audience: { document: 'paymentAccount' },
  data: z.object({
    organizationId: z.string(),
    fromId: z.string(),
    paymentModelId: nullableText,
    currency: z.string(),
    invoices: z.array(
      issued.extend({ currency: z.string(), status: z.enum(INVOICE_STATUSES), settledAt: z.iso.datetime().nullable() }),
    ),
  }),
  personal: z.object({ notes: z.array(nullableText) }),
});

export const PAYMENT_ACCOUNT_EVENTS = [
  PaymentAccountOpened,
  PaymentPlanReplaced,
  PaymentAccountVoided,
  InvoicePaid,
  InvoiceVoided,
  PaymentAccountHandedOver,
  PaymentAccountTakenOver,
] as const;
export type PaymentAccountEvent = EventOf<(typeof PAYMENT_ACCOUNT_EVENTS)[number]>;
