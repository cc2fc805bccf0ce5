import { totalCost } from '../../domain/payment-model/payment-model.ts';
import type { PaymentModelDocument } from '../../projections/payment-models.ts';
import type { PaymentModel } from '../contract/payment-models.ts';

export const paymentModelView = ({ _pos, ...shown }: PaymentModelDocument): PaymentModel => ({
  ...shown,
  totalCost: totalCost(shown),
});

export const inOrderOfName = (one: PaymentModelDocument, other: PaymentModelDocument): number =>
  one.name.localeCompare(other.name) || one.createdAt.localeCompare(other.createdAt);
