import {
  PAYMENT_MODEL_EVENTS,
  type PaymentModelDetails,
  type PaymentModelEvent,
} from '../domain/payment-model/events.ts';
import { paymentModel } from '../domain/payment-model/payment-model.ts';
import { type ConfiguredDocument, configuredDocuments } from './configured-documents.ts';

export type PaymentModelDocument = ConfiguredDocument<PaymentModelDetails>;

/** Deleted models stay, because a chosen plan stays readable (rule 61). */
export const paymentModels = configuredDocuments<PaymentModelDetails, PaymentModelEvent>({
  name: 'paymentModels',
  version: 2,
  digest: 'c3d998de4c720c6e',
  aggregate: paymentModel,
  events: PAYMENT_MODEL_EVENTS,
  keepsDeleted: true,
});
