import { type Actor, ANONYMOUS, type Role, SYSTEM } from '../../domain/access/actor.ts';
import { roleIn } from '../../domain/access/policy.ts';
import type { Rejection } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { ApiTokenDocument } from '../../projections/api-tokens.ts';
import type { OrganizationDocument } from '../../projections/organizations.ts';
import type { UserDocument } from '../../projections/users.ts';
import type { ApiTokens } from '../auth/api-tokens.ts';
import { readCookie } from '../auth/cookies.ts';
import { inSession } from '../auth/in-session.ts';
import { isHttps, originOf } from '../auth/origin.ts';
import { actorWith, type RequiredFactors } from '../auth/required-factors.ts';
import { holderOf, type Sessions } from '../auth/sessions.ts';
import type { SignedIds } from '../auth/signed-ids.ts';
import type { Config, Site } from '../config/config.ts';
import { id } from '../contract/values.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import { bearerOf } from './bearer.ts';
import { currentOrganization } from './current-organization.ts';
import { mayReadMetrics } from './may-read-metrics.ts';
import type { ContextOf } from './route.ts';
import type { CountCall } from './token-rate.ts';

/** `api/app.ts` refuses others. */
export const IDEMPOTENCY_KEY = /^[!-~]{1,200}$/;

const MAX_DEVICE = 300;

const SIGNED_OUT = {
  actor: ANONYMOUS,
  user: null,
  session: null,
  organization: null,
  claims: [],
  factorsDue: [],
  knownDevices: [],
  passkeyBrowser: undefined,
  loginBrowser: undefined,
  refusal: null,
} as const;

/** Finds the actor and the organization of a request. Roles come from the read model, so a lost role counts at the next call. */
export function createContextOf({
  config,
  readModels,
  sessions,
  claims,
  knownDevices,
  site,
  now,
  hashKey,
  apiTokens,
  countCall,
  requiredFactors,
}: {
  config: Pick<Config, 'metricsToken'>;
  readModels: ReadModels;
  sessions: Sessions;
  claims: SignedIds;
  knownDevices: SignedIds;
  site: Site;
  now: () => number;
  hashKey: Buffer;
  apiTokens: Pick<ApiTokens, 'find' | 'findEnded'>;
  countCall: CountCall;
  requiredFactors: RequiredFactors;
}): ContextOf {
  return async (request, response, { capability }) => {
    const secure = isHttps(request, site);
    const circumstances = {
      at: new Date(now()).toISOString(),
      requestId: String(response.locals.requestId),
      address: request.ip ?? '',
      device: request.get('User-Agent')?.slice(0, MAX_DEVICE) ?? null,
      isHttps: secure,
      origin: originOf(request, site),
      method: request.method,
      path: request.path,
      hashKey,
      idempotencyKey: request.get('Idempotency-Key'),
    };
    // Health and metrics must answer before the read models exist.
    if (capability === 'service.read' || capability === 'metrics.read') {
      const actor = mayReadMetrics(request, config.metricsToken) ? SYSTEM : ANONYMOUS;
      return { ...circumstances, ...SIGNED_OUT, actor };
    }
    const { organizationId } = request.query;
    const wanted = organizationId === undefined ? undefined : id.safeParse(organizationId).data;
    const hostname = request.hostname ?? '';
    // Never beside a cookie: a program is what its token says.
    const bearer = bearerOf(request);
    if (bearer !== null) {
      const token = await apiTokens.find(bearer);
      const refusal = token ? countCall(token._id, response) : INVALID_TOKEN;
      const organization = await currentOrganization(readModels.organizations, site, {
        wanted: wanted ?? token?.organizationId,
        hostname,
        user: null,
      });
      const endedToken = token ? undefined : await apiTokens.findEnded(bearer);
      const actor = token ? programOf(token) : ANONYMOUS;
      const ofToken = { refusal, endedToken, tokenExpiresAt: token?.expiresAt };
      return { ...circumstances, ...SIGNED_OUT, actor, organization, ...ofToken };
    }
    const token = readCookie(request, 'session', secure);
    const found = (token && (await sessions.find(token))) || null;
    // The read model may not have a new account yet.
    const user = (found && (await readModels.users.latest(found.userId))) || null;
    const session = user && found && (await sessions.use(found, holderOf(user))) ? found : null;
    const living = session && user && !user.isErased ? user : null;
    const organization = await currentOrganization(readModels.organizations, site, {
      wanted,
      hostname,
      user: living,
    });
    const person = living && session && inSession(living, session);
    const isEndedHere = roleAt(living, organization) !== roleAt(person, organization);
    const isSignedIn = person !== null && !isEndedHere;
    const factorsDue = isSignedIn ? await requiredFactors.dueOf(person, organization) : [];
    return {
      ...circumstances,
      actor: isSignedIn ? actorWith(person, factorsDue) : ANONYMOUS,
      factorsDue,
      user: isSignedIn ? person : null,
      memberOf: isSignedIn ? living?.orgRoles.map(({ orgId }) => orgId) : undefined,
      session: isSignedIn ? session : null,
      organization,
      refusal: null,
      // Few calls ask for them, and checking a signature takes as long as finding the session.
      get claims() {
        return claims.open(readCookie(request, 'claim', secure));
      },
      get passkeyBrowser() {
        return readCookie(request, 'passkey', secure);
      },
      get loginBrowser() {
        return readCookie(request, 'login', secure);
      },
      get knownDevices() {
        return knownDevices.open(readCookie(request, 'device', secure));
      },
    };
  };
}

const roleAt = (user: UserDocument | null, organization: OrganizationDocument | null): Role | null =>
  user && organization && roleIn({ roles: user.orgRoles }, organization._id);

const programOf = ({ _id, organizationId, scopes }: ApiTokenDocument): Actor => ({
  kind: 'token',
  id: _id,
  roles: [],
  isCreator: false,
  token: { orgId: organizationId, scopes },
});

const INVALID_TOKEN: Rejection = { code: 'unauthenticated', message: TEXTS.apiTokens.invalid };
