import type { Request } from 'express';
import { isLoopback, type Site } from '../config/config.ts';

export type IsServedDomain = (hostname: string) => Promise<boolean>;

/** A proxy may have terminated TLS. */
export const isHttps = (request: Request, { publicUrl }: Site): boolean =>
  request.secure || (publicUrl.protocol === 'https:' && request.host === publicUrl.host);

export const originOf = (request: Request, site: Site): string =>
  `${isHttps(request, site) ? 'https' : 'http'}://${request.host}`;

/** The Origin must be this host, and the host one of ours. Without an Origin the request passes unless it is cross-site. */
export async function hasLawfulOrigin(request: Request, site: Site, isServedDomain: IsServedDomain): Promise<boolean> {
  const { host } = request;
  const { origin } = request.headers;
  if (origin === undefined) return !isSentByAnotherSite(request);
  if (origin !== originOf(request, site)) return false;
  if (host === site.publicUrl.host) return true;
  const hostname = URL.parse(origin)?.hostname;
  if (hostname === undefined) return false;
  return (
    (site.baseDomain !== null && (hostname === site.baseDomain || hostname.endsWith(`.${site.baseDomain}`))) ||
    // Only a page on this machine has such an origin, and it equals the Host.
    isLoopback(hostname) ||
    (await isServedDomain(hostname))
  );
}

/** A followed link only reads, so it is allowed. */
function isSentByAnotherSite({ method, headers }: Request): boolean {
  if (headers['sec-fetch-site'] !== 'cross-site') return false;
  return !(headers['sec-fetch-mode'] === 'navigate' && (method === 'GET' || method === 'HEAD'));
}
