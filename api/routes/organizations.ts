import { handle } from '../../commands/handling/handle.ts';
import { changeOrganization, changesSecret } from '../../commands/organization/change-organization.ts';
import { checkAddress } from '../../commands/organization/check-address.ts';
import { DOMAIN_ATTEMPTS, verifyDomain } from '../../commands/organization/verify-domain.ts';
import { can } from '../../domain/access/policy.ts';
import { accept, reject } from '../../domain/event-sourcing/decision.ts';
import { ADDRESS_FIELDS, type AddressField } from '../../domain/organization/details.ts';
import { organization } from '../../domain/organization/organization.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { pagePath } from '../../domain/values/pages.ts';
import type { OrganizationDocument } from '../../projections/organizations.ts';
import { hasSecondFactor } from '../auth/has-second-factor.ts';
import type { Services } from '../composition/services.ts';
import type { Site } from '../config/config.ts';
import { linkTo } from '../config/links.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { findOrganization } from '../http/current-organization.ts';
import type { RequestContext } from '../http/request-context.ts';
import { type Route, route, type Target, type UncheckedRequest } from '../http/route.ts';
import { KINDS } from '../kinds/kinds.ts';
import { organizationView } from '../views/organization-view.ts';
import { kindRoutes } from './kind-routes.ts';

interface OrganizationTarget extends Target {
  readonly document: OrganizationDocument;
}

export function organizationRoutes(services: Services): readonly Route[] {
  const { environment, readModels, site } = services;
  const { organizations, applications } = readModels;
  const { secrets } = environment;
  const target = async ({ params }: UncheckedRequest): Promise<OrganizationTarget | undefined> => {
    const document = await findOrganization(organizations, params.id as string);
    return document && { document, organizationId: document._id, isPublic: true };
  };

  const written = async (id: string, { actor }: RequestContext) =>
    organizationView(await organizations.written(id), actor, secrets);

  return [
    route(ENDPOINTS.organizationForCurrentDomain, {
      handle: async ({ context: { organization: current, actor } }) =>
        accept(current && (await organizationView(current, actor, secrets))),
    }),
    route(ENDPOINTS.listOrganizations, {
      async handle({ context: { actor, user } }) {
        const { documents } = await organizations.find({}, { sort: { by: 'slug' } });
        const applied = user ? (await applications.find({ userId: user._id })).documents : [];
        const own = new Set([
          ...(user?.orgRoles ?? actor.roles).map(({ orgId }) => orgId),
          ...applied.map(({ organizationId }) => organizationId),
        ]);
        const shown = site.isTrial ? documents : documents.filter(({ _id }) => own.has(_id));
        return accept(shown.map(({ _id, name, slug }) => ({ _id, name, slug })));
      },
    }),
    route(ENDPOINTS.getOrganization, {
      target,
      async handle({ query: { version }, asOf, context: { actor }, target: { document } }) {
        const past = version === undefined ? asOf : Number(version);
        if (past !== undefined && !can(actor, 'organization.read', { organizationId: document._id })) {
          return reject('not-found', TEXTS.access.notFound);
        }
        const then = past === undefined ? document : await organizations.asOf(document._id, past);
        return then ? accept(await organizationView(then, actor, secrets)) : reject('not-found', TEXTS.access.notFound);
      },
    }),
    route(ENDPOINTS.checkAddress, {
      target,
      async handle({ query: { field, name }, target: { document }, command }) {
        const checked = await checkAddress(environment, { organizationId: document._id, field, name }, command);
        if (!checked.ok) return accept({ problem: checked.rejection.message, url: null });
        return accept({ problem: null, url: checked.value && addressUrl(site, document, field, checked.value) });
      },
    }),
    route(ENDPOINTS.verifyDomain, {
      target,
      async decide({ target: { document }, command }) {
        const { _id: organizationId } = document;
        if (!(await environment.attempts.admitOwn(`${DOMAIN_ATTEMPTS}${organizationId}`))) {
          return reject('too-many-requests', TEXTS.accounts.tooManyAttempts);
        }
        return verifyDomain(environment, { organizationId }, command);
      },
      view: ({ id }, { context }) => written(id, context),
    }),
    route(ENDPOINTS.changeOrganization, {
      target,
      needsConfirmation: ({ body, context: { actor }, target: { document } }) =>
        ADDRESS_FIELDS.some((name) => body[name] !== undefined && (body[name] || null) !== document[name]) ||
        changesSecret(actor, body, document),
      decide: ({ body: payload, target: { document }, command }) =>
        changeOrganization(environment, { organizationId: document._id, payload }, command),
      view: ({ id }, { context }) => written(id, context),
    }),
    route(ENDPOINTS.changeFactorRequirement, {
      target,
      async decide({ body: { from }, context: { user }, target: { document }, command }) {
        const hasFactor = user !== null && (await hasSecondFactor(services, user._id));
        // Otherwise they would lock themselves out with everyone else.
        if (from !== null && !hasFactor) return reject('refused', TEXTS.requiredFactors.ownFirst);
        const change = { type: 'ChangeFactorRequirement', data: { from } } as const;
        return handle(environment, organization, document._id, [change], command);
      },
      view: ({ id }, { context }) => written(id, context),
    }),
    ...kindRoutes(services, KINDS.organizations, {
      change: ENDPOINTS.changeOrganization,
      versions: ENDPOINTS.organizationVersions,
      restore: ENDPOINTS.restoreOrganization,
      view: written,
    }),
  ];
}

/** Null if the portal serves no schools below a domain of its own. */
function addressUrl(site: Site, { _id, slug }: OrganizationDocument, field: AddressField, name: string): string | null {
  if (field === 'slug') return new URL(pagePath('applyTo', { organization: name }), site.publicUrl).href;
  if (field === 'subdomain' && site.baseDomain === null) return null;
  const names =
    field === 'subdomain' ? { servedDomain: null, subdomain: name } : { servedDomain: name, subdomain: null };
  return linkTo(site, { _id, slug, ...names }, '/');
}
