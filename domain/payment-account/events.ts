import { z } from 'zod';
import { defineEvent, type EventOf } from '../event-sourcing/event.ts';

const number = z.int().min(1);

/** `dueDate` is `YYYY-MM-DD` in the organization's zone, `amount` is in minor units of the currency. */
const issued = z.object({ n: number, dueDate: z.iso.date(), amount: z.int().min(0) });
export type IssuedInvoice = z.infer<typeof issued>;

export const INVOICE_STATUSES = ['unpaid', 'paid', 'void'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

const nullableText = z.string().nullable();
/** Which event of the application led to it: what has been answered is not answered again. */
const applicationRevision = z.int().min(0);
const notePersonal = z.object({ note: nullableText });

/** The contract has been received: from here on the plan is owed. */
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
/** Staff chose another plan, or none: what is unpaid is void, `invoices` take its place, less what has been paid. */
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
/** Nothing had been paid when the contract fell through. */
export const PaymentAccountVoided = defineEvent({
  type: 'PaymentAccountVoided',
  audience: { document: 'paymentAccount' },
  data: z.object({ applicationRevision }),
});
/** Staff's note says how it was paid. */
export const InvoicePaid = defineEvent({
  type: 'InvoicePaid',
  audience: { document: 'paymentAccount' },
  data: z.object({ n: number }),
  personal: notePersonal,
});
/** Staff's note says why nothing is owed any more. */
export const InvoiceVoided = defineEvent({
  type: 'InvoiceVoided',
  audience: { document: 'paymentAccount' },
  data: z.object({ n: number }),
  personal: notePersonal,
});
/** It went along with a transfer; nothing happens here any more. */
export const PaymentAccountHandedOver = defineEvent({
  type: 'PaymentAccountHandedOver',
  audience: { document: 'paymentAccount' },
  data: z.object({ toId: z.string() }),
});
/** The same account in the batch that the person was transferred to; `notes` belong to the invoices, in order. */
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
