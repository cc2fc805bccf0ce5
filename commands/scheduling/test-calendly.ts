import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { organization } from '../../domain/organization/organization.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Environment } from '../handling/environment.ts';
import { load } from '../handling/handle.ts';
import type { SealedSecrets } from '../vault/sealed-secrets.ts';
import type { Calendly } from './calendly.ts';

/** In words for staff. */
export async function testCalendly(
  environment: Pick<Environment, 'log'> & { readonly secrets: Pick<SealedSecrets, 'get'> },
  calendly: Calendly,
  organizationId: string,
): Promise<Result<string>> {
  const { state } = await load(environment, organization, organizationId);
  const secretId = state.secrets.calendlyAccessToken;
  const token = secretId === null ? undefined : await environment.secrets.get(secretId);
  if (token === undefined) return reject('refused', TEXTS.scheduling.tokenMissing);
  const answer = await calendly.owner(token);
  if (answer.kind === 'found') return accept(TEXTS.scheduling.testDone(answer.value.name));
  const isRefused = answer.kind === 'refused' && answer.reason === 'unauthorized';
  return reject('refused', isRefused ? TEXTS.scheduling.tokenRefused : TEXTS.scheduling.unavailable);
}
