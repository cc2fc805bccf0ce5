import { type Terms, termsOf } from '../../domain/payment-account/schedule.ts';
import { paymentModel } from '../../domain/payment-model/payment-model.ts';
import type { Environment } from '../handling/environment.ts';
import { load } from '../handling/handle.ts';

export interface OfferedTerms {
  readonly organizationId: string;
  readonly terms: Terms;
  readonly isDeleted: boolean;
}

export async function loadTerms(
  environment: Pick<Environment, 'log'>,
  paymentModelId: string,
): Promise<OfferedTerms | undefined> {
  const { state } = await load(environment, paymentModel, paymentModelId);
  if (state.kind === 'nothing') return undefined;
  const { organizationId, details } = state;
  return { organizationId, terms: termsOf(paymentModelId, details), isDeleted: state.kind === 'deleted' };
}
