import type { Addressed } from '../commands/reactions/letters.ts';
import type { Site } from './config.ts';

/**
 * The whole address of a path on an organization's site: its own domain, else its place below BASE_DOMAIN, else the
 * portal with the organization named. Built from configuration only, never from a request (D7).
 */
export function linkTo({ publicUrl, baseDomain }: Site, organization: Addressed | null, path: string): string {
  const url = new URL(path, publicUrl);
  if (organization === null) return url.href;
  if (organization.fullDomain !== null) url.hostname = organization.fullDomain;
  else if (organization.subdomain !== null && baseDomain !== null) {
    url.hostname = `${organization.subdomain}.${baseDomain}`;
  } else url.searchParams.set('organizationId', organization._id);
  return url.href;
}
