import { z } from 'zod';
import { COST_LIMIT, MONTHS_LIMIT } from '../../domain/payment-model/limits.ts';
import { TYPED_LIMIT } from '../../domain/text/text-limits.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { endpoint } from './endpoint.ts';
import { published, requiring } from './published.ts';
import {
  asOfQuery,
  id,
  idParams,
  instant,
  messageSchema,
  paragraph,
  seenText,
  text,
  version,
  versionText,
} from './values.ts';
import { restoreOf, versionsOf } from './versions.ts';

export const paymentModelSchema = z.object({
  _id: z.string(),
  version,
  organizationId: z.string(),
  createdAt: instant,
  name: z.string(),
  details: z.string().nullable(),
  upfrontCost: z.number(),
  monthlyCost: z.number(),
  numberOfMonths: z.int(),
  monthlyPaymentDay: z.int(),
  monthlyPaymentDelay: z.int(),
  currency: z.string(),
  totalCost: z.number(),
  /** Shown because an applicant has chosen it. */
  isDeleted: z.boolean(),
});
export type PaymentModel = z.infer<typeof paymentModelSchema>;

/** Forms send numbers as typed; the rule checks them. */
const typedNumber = z.union([z.number(), z.string().max(TYPED_LIMIT)], TEXTS.paymentModels.numbersInvalid).nullish();
const cost = published(typedNumber, { type: 'number', minimum: 0, maximum: COST_LIMIT, multipleOf: 0.01 });
const whole = (minimum: number, maximum: number) => published(typedNumber, { type: 'integer', minimum, maximum });

const paymentModelBody = z.object({
  version: version.nullish(),
  organizationId: id.nullish(),
  name: seenText(),
  details: paragraph,
  upfrontCost: cost,
  monthlyCost: cost,
  numberOfMonths: whole(0, MONTHS_LIMIT),
  monthlyPaymentDay: whole(1, 31),
  monthlyPaymentDelay: whole(0, MONTHS_LIMIT),
  /** ISO 4217. */
  currency: published(text, { type: 'string', enum: Intl.supportedValuesOf('currency') }),
});

export const listPaymentModels = endpoint({
  method: 'GET',
  path: '/api/paymentModels',
  capability: 'paymentModel.read',
  pastCapability: 'history.read',
  summary:
    'Payment models by name: all for staff; for applicants those that they are offered or have chosen. `asOf` returns all as of a time to those who read the history.',
  query: asOfQuery,
  response: z.array(paymentModelSchema),
});
export const createPaymentModel = endpoint({
  method: 'POST',
  path: '/api/paymentModels',
  capability: 'paymentModel.write',
  summary: 'Creates a payment model.',
  body: requiring(paymentModelBody, 'name'),
  response: paymentModelSchema,
});
export const getPaymentModel = endpoint({
  method: 'GET',
  path: '/api/paymentModels/{id}',
  capability: 'paymentModel.read',
  summary:
    'One payment model; a chosen one stays readable after its deletion. `asOf` returns it as of a time, `version` one of its versions; `version` takes precedence.',
  params: idParams,
  query: asOfQuery.extend({ version: versionText.optional() }),
  response: paymentModelSchema,
});
export const changePaymentModel = endpoint({
  method: 'PUT',
  path: '/api/paymentModels/{id}',
  capability: 'paymentModel.write',
  summary: 'Changes what differs. Open payment accounts keep their terms.',
  params: idParams,
  body: paymentModelBody,
  response: paymentModelSchema,
});
export const deletePaymentModel = endpoint({
  method: 'DELETE',
  path: '/api/paymentModels/{id}',
  capability: 'paymentModel.write',
  summary: 'Deletes a payment model that no process lists.',
  params: idParams,
  response: messageSchema,
});

export const paymentModelVersions = versionsOf('paymentModels');
export const restorePaymentModel = restoreOf('paymentModels', 'paymentModel.write', paymentModelSchema);
