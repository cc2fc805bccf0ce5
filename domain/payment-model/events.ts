import { z } from 'zod';
import { configuredEvents } from '../configuration/configured-document.ts';
import type { EventOf } from '../event-sourcing/event.ts';

/** A payment plan; costs are decimals in its currency, as entered. */
export const PAYMENT_MODEL_DETAILS = z.object({
  name: z.string(),
  details: z.string().nullable(),
  upfrontCost: z.number(),
  monthlyCost: z.number(),
  numberOfMonths: z.number(),
  monthlyPaymentDay: z.number(),
  monthlyPaymentDelay: z.number(),
  currency: z.string(),
});
export type PaymentModelDetails = z.infer<typeof PAYMENT_MODEL_DETAILS>;

export const PAYMENT_MODEL_EVENTS = configuredEvents('PaymentModel', PAYMENT_MODEL_DETAILS, {
  document: 'paymentModel',
});
export type PaymentModelEvent = EventOf<(typeof PAYMENT_MODEL_EVENTS)[number]>;
