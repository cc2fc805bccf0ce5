import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import { organization } from '../../domain/organization/organization.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Environment } from '../handling/environment.ts';
import { load } from '../handling/handle.ts';
import { type AttemptLimits, refuseToday } from '../user/attempt-limits.ts';
import type { SealedSecrets } from '../vault/sealed-secrets.ts';
import type { Calendly } from './calendly.ts';

interface TestEnvironment extends Pick<Environment, 'log' | 'now'> {
  readonly secrets: Pick<SealedSecrets, 'get'>;
  readonly attempts: Pick<AttemptLimits, 'admitToday'>;
}

/** In words for staff. */
export async function testCalendly(
  environment: TestEnvironment,
  calendly: Calendly,
  organizationId: string,
): Promise<Result<string>> {
  const { state } = await load(environment, organization, organizationId);
  const secretId = state.secrets.calendlyAccessToken;
  const token = secretId === null ? undefined : await environment.secrets.get(secretId);
  if (token === undefined) return reject('refused', TEXTS.scheduling.tokenMissing);
  const refusal = await reserveTestCalendly(environment, organizationId);
  if (refusal) return refusal;
  const answer = await calendly.owner(token);
  if (answer.kind === 'found') return accept(TEXTS.scheduling.testDone(answer.value.name));
  const isRefused = answer.kind === 'refused' && answer.reason === 'unauthorized';
  return reject('refused', isRefused ? TEXTS.scheduling.tokenRefused : TEXTS.scheduling.unavailable);
}

export async function reserveTestCalendly(
  environment: Pick<TestEnvironment, 'attempts' | 'now'>,
  organizationId: string,
): Promise<Result<never> | null> {
  const limit = QUOTAS.organization.testCalendlyPerDay;
  const room = { amount: 1, limit, by: 'account' } as const;
  const isAdmitted = await environment.attempts.admitToday(`test-calendly:${organizationId}`, room);
  return isAdmitted ? null : refuseToday(TEXTS.quotas.testCalendly(limit), environment);
}
