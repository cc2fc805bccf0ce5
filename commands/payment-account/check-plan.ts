import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { paymentAccount } from '../../domain/payment-account/payment-account.ts';
import { isPaidInOther } from '../../domain/payment-account/plan-change.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Environment } from '../handling/environment.ts';
import { load } from '../handling/handle.ts';
import { loadTerms } from './load-terms.ts';

const field = 'selectedPaymentModelId';

export interface WantedPlan {
  readonly applicationId: string;
  readonly organizationId: string;
  readonly paymentModelId: string | null;
  readonly mayReplaceOpen: boolean;
}

/**
 * On offer; once the account is open, only people who manage invoices choose another, in the currency of what was paid.
 */
export async function checkPlan(
  environment: Pick<Environment, 'log'>,
  { applicationId, organizationId, paymentModelId, mayReplaceOpen }: WantedPlan,
): Promise<Result<null>> {
  const offered = paymentModelId === null ? null : await loadTerms(environment, paymentModelId);
  const isOffered = offered === null || (offered?.organizationId === organizationId && !offered.isDeleted);
  if (!isOffered) return refuse(TEXTS.applications.planNotOffered);
  const { state: account } = await load(environment, paymentAccount, applicationId);
  if (account.kind === 'nothing') return accept(null);
  if (!mayReplaceOpen && account.status === 'open') return refuse(TEXTS.applications.planIsFixed);
  if (offered && isPaidInOther(account, offered.terms)) return refuse(TEXTS.payments.otherCurrency(account.currency));
  return accept(null);
}

const refuse = (message: string) => reject('refused', message, [{ field, message }]);
