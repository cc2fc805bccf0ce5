import type { RelyingParty } from '../../commands/second-factor/verify-passkey.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { relyingPartyOf } from '../auth/relying-party.ts';
import type { Services } from '../composition/services.ts';
import { isServedDomain } from '../http/current-organization.ts';
import type { RequestContext } from '../http/request-context.ts';

/** The site of the request, for which the browser makes and offers passkeys. */
export async function siteOfPasskeys(
  { site, readModels }: Pick<Services, 'site' | 'readModels'>,
  { origin }: Pick<RequestContext, 'origin'>,
): Promise<Result<RelyingParty>> {
  const found = await relyingPartyOf(origin, site, (host) => isServedDomain(readModels.organizations, host));
  return found ? accept(found) : reject('refused', TEXTS.passkeys.notHere);
}
