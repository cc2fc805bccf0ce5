import type { OrganizationDocument } from '../../projections/organizations.ts';
import type { UserDocument } from '../../projections/users.ts';
import { portalHosts, type Site } from '../config/config.ts';
import { id } from '../contract/values.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import type { Target, UncheckedRequestWithBody } from './route.ts';

type Organizations = ReadModels['organizations'];

/** The organization of the query, else of the host, else a member's only one, else the only one. It never authorizes. */
export async function currentOrganization(
  organizations: Organizations,
  site: Site,
  { wanted, hostname, user }: { wanted: string | undefined; hostname: string; user: UserDocument | null },
): Promise<OrganizationDocument | null> {
  return (
    (wanted !== undefined && (await findOrganization(organizations, wanted))) ||
    (await atHost(organizations, site, hostname)) ||
    (await onlyOneOf(organizations, user)) ||
    (await onlyOne(organizations)) ||
    null
  );
}

export async function findOrganization(
  organizations: Organizations,
  idOrSlug: string,
): Promise<OrganizationDocument | undefined> {
  return (await organizations.get(idOrSlug)) ?? (await first(organizations, { slug: idOrSlug.toLowerCase() }));
}

/**
 * For a new document: the organization that the body names, else the current one; a name that leads to none is absent, like
 * that of another organization.
 */
export const organizationInBody =
  (organizations: Organizations) =>
  async ({ body, context }: UncheckedRequestWithBody): Promise<Target | undefined> => {
    const wanted = id.safeParse((body as { organizationId?: unknown } | null | undefined)?.organizationId).data;
    const organization = wanted === undefined ? context.organization : await findOrganization(organizations, wanted);
    return wanted !== undefined && !organization
      ? undefined
      : { organizationId: organization?._id ?? null, isPublic: true };
  };

export async function isServedDomain(organizations: Organizations, hostname: string): Promise<boolean> {
  return (await first(organizations, { servedDomain: hostname.toLowerCase() })) !== undefined;
}

/** The portal's own host belongs to no organization, even if one had that name before it was reserved. */
async function atHost(organizations: Organizations, site: Site, host: string) {
  const { baseDomain, publicUrl } = site;
  const hostname = host.toLowerCase();
  if (hostname === publicUrl.hostname) return undefined;
  if (!portalHosts(site).isPortalHost(hostname)) return first(organizations, { servedDomain: hostname });
  if (baseDomain === null || !hostname.endsWith(`.${baseDomain}`)) return undefined;
  const label = hostname.slice(0, -baseDomain.length - 1);
  return (await first(organizations, { subdomain: label })) ?? (await first(organizations, { slug: label }));
}

const onlyOneOf = async (organizations: Organizations, user: UserDocument | null) => {
  const [role, ...others] = user?.orgRoles ?? [];
  return role && others.length === 0 ? organizations.get(role.orgId) : undefined;
};

async function onlyOne(organizations: Organizations) {
  const { documents } = await organizations.find({}, { limit: 2 });
  return documents.length === 1 ? documents[0] : undefined;
}

const first = async (organizations: Organizations, filter: Record<string, string>) =>
  (await organizations.find(filter, { limit: 1 })).documents[0];
