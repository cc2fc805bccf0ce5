import type { Request } from 'express';
import { isLoopback, type Site } from '../config/config.ts';

/** Whether an organization stands at this very host name, and has proven that it may. */
export type IsServedDomain = (hostname: string) => Promise<boolean>;

/** HTTPS as the visitor sees it: a proxy in front may have unwrapped it. */
export const isHttps = (request: Request, { publicUrl }: Site): boolean =>
  request.secure || (publicUrl.protocol === 'https:' && request.host === publicUrl.host);

/**
 * Whether a request may come from where it says it comes: from the page of this very host, which must be one of
 * ours. Without an Origin it passes, unless the browser says that another site sent it.
 */
export async function hasLawfulOrigin(request: Request, site: Site, isServedDomain: IsServedDomain): Promise<boolean> {
  const { host } = request;
  const { origin } = request.headers;
  if (origin === undefined) return !isSentByAnotherSite(request);
  if (origin !== `${isHttps(request, site) ? 'https' : 'http'}://${host}`) return false;
  const hostname = URL.parse(origin)?.hostname;
  if (hostname === undefined) return false;
  return (
    host === site.publicUrl.host ||
    (site.baseDomain !== null && (hostname === site.baseDomain || hostname.endsWith(`.${site.baseDomain}`))) ||
    // Only a page on this very machine has such an origin, and it equals the Host.
    isLoopback(hostname) ||
    (await isServedDomain(hostname))
  );
}

/** A link that somebody follows from elsewhere is not: it only reads. */
function isSentByAnotherSite({ method, headers }: Request): boolean {
  if (headers['sec-fetch-site'] !== 'cross-site') return false;
  return !(headers['sec-fetch-mode'] === 'navigate' && (method === 'GET' || method === 'HEAD'));
}
