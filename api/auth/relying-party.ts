import { isIP } from 'node:net';
import type { RelyingParty } from '../../commands/second-factor/verify-passkey.ts';
import { isLoopback, type Site } from '../config/config.ts';
import type { IsServedDomain } from './origin.ts';

/**
 * The base domain for all hosts below it, so that a passkey works at each of them; else the host alone. Null for an address, which
 * browsers refuse, and for a host that the portal does not serve (docs/decisions/0074-passkeys.md).
 */
export async function relyingPartyOf(
  requested: string,
  { baseDomain, publicUrl }: Pick<Site, 'baseDomain' | 'publicUrl'>,
  isServedDomain: IsServedDomain,
): Promise<RelyingParty | null> {
  const url = URL.parse(requested);
  if (!url || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return null;
  const { hostname, origin } = url;
  // Browsers let no host below a name without a dot, such as localhost, use that name.
  if (baseDomain?.includes('.') && (hostname === baseDomain || hostname.endsWith(`.${baseDomain}`))) {
    return { id: baseDomain, origin };
  }
  const isOurs = hostname === publicUrl.hostname || isLoopback(hostname) || (await isServedDomain(hostname));
  return isOurs ? { id: hostname, origin } : null;
}
