import type { Addressed } from '../../commands/email/outgoing-email.ts';
import { portalHosts, type Site } from './config.ts';

/** Uses the organization's own domain, else its name below BASE_DOMAIN, else the portal. Never built from a request. */
export function linkTo(site: Site, organization: Addressed | null, path: string): string {
  const { publicUrl, baseDomain } = site;
  const { isPortalHost, isPortalLabel } = portalHosts(site);
  const url = new URL(path, publicUrl);
  if (organization === null) return url.href;
  const { _id, servedDomain, subdomain } = organization;
  if (servedDomain !== null && !isPortalHost(servedDomain)) url.hostname = servedDomain;
  else if (subdomain !== null && baseDomain !== null && !isPortalLabel(subdomain)) {
    url.hostname = `${subdomain}.${baseDomain}`;
  } else url.searchParams.set('organizationId', _id);
  return url.href;
}
