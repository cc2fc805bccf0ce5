import { createApiToken } from '../../commands/api-token/create-api-token.ts';
import { revokeApiToken } from '../../commands/api-token/revoke-api-token.ts';
import { prefixOf } from '../../commands/api-token/token-text.ts';
import { TOKEN_DAYS } from '../../domain/access/token-scopes.ts';
import { isValid } from '../../domain/api-token/api-token.ts';
import { accept, reject } from '../../domain/event-sourcing/decision.ts';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { ApiTokenDocument } from '../../projections/api-tokens.ts';
import type { Services } from '../composition/services.ts';
import type { ApiTokenView } from '../contract/api-tokens.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { type Route, route, type Target, type UncheckedRequest } from '../http/route.ts';
import { emailsOf } from '../views/changes.ts';

/** Ended ones that the list shows. */
const MOST_ENDED = 100;

export function apiTokenRoutes(services: Services): readonly Route[] {
  const { environment, readModels, apiTokens } = services;

  const target = async ({ params }: UncheckedRequest): Promise<Target | undefined> => {
    const token = await readModels.apiTokens.latest(params.id as string);
    return token && { organizationId: token.organizationId };
  };
  const views = async (tokens: readonly ApiTokenDocument[], at: string): Promise<ApiTokenView[]> => {
    const makers = tokens.map(({ createdBy }) => createdBy).filter((id) => id !== null);
    const [emails, uses] = await Promise.all([
      emailsOf(makers, readModels),
      apiTokens.lastUses(tokens.map(({ _id }) => _id)),
    ]);
    return tokens.map((token) => ({
      _id: token._id,
      name: token.name,
      scopes: [...token.scopes],
      prefix: prefixOf(token._id),
      createdAt: token.createdAt,
      createdBy: token.createdBy === null ? null : (emails.get(token.createdBy) ?? null),
      expiresAt: token.expiresAt,
      state: token.revokedAt !== null ? 'revoked' : isValid(token, at) ? 'valid' : 'expired',
      revokedAt: token.revokedAt,
      lastUsedAt: uses.get(token._id) ?? null,
    }));
  };

  return [
    route(ENDPOINTS.listApiTokens, {
      async handle({ context: { organization, at } }) {
        if (!organization) return accept([]);
        const { documents } = await readModels.apiTokens.find({ organizationId: organization._id });
        const valid = documents.filter((token) => isValid(token, at)).toSorted(byName);
        const ended = documents.filter((token) => !isValid(token, at)).toSorted(lastEndedFirst);
        return accept(await views([...valid, ...ended.slice(0, MOST_ENDED)], at));
      },
    }),

    route(ENDPOINTS.createApiToken, {
      queue: ({ target: { organizationId } }) => `new API token of ${organizationId}`,
      async decide({ body: { name, scopes, days }, context: { at }, target: { organizationId }, command }) {
        if (!organizationId) return reject('not-found', TEXTS.access.notFound);
        const { documents } = await readModels.apiTokens.find({ organizationId });
        const most = QUOTAS.organization;
        if (documents.filter((token) => isValid(token, at)).length >= most.apiTokens) {
          return reject('refused', TEXTS.apiTokens.tooMany(most.apiTokens));
        }
        if (documents.length >= most.documentsOfOneKind) {
          return reject('refused', TEXTS.quotas.documents(most.documentsOfOneKind));
        }
        const wanted = { organizationId, name: name ?? '', scopes, days: days ?? TOKEN_DAYS.usual };
        return createApiToken(environment, wanted, command);
      },
      async view({ id, text }, { context: { at } }) {
        const [view] = await views([await readModels.apiTokens.written(id)], at);
        return { ...(view as ApiTokenView), token: text };
      },
    }),

    route(ENDPOINTS.revokeApiToken, {
      target,
      decide: ({ params, command }) => revokeApiToken(environment, params, command),
      view: () => ({ message: TEXTS.apiTokens.revoked }),
    }),
  ];
}

const byName = ({ name: one }: ApiTokenDocument, { name: other }: ApiTokenDocument): number =>
  one.localeCompare(other, 'en');

const endOf = ({ revokedAt, expiresAt }: ApiTokenDocument): string =>
  revokedAt !== null && revokedAt < expiresAt ? revokedAt : expiresAt;
const lastEndedFirst = (one: ApiTokenDocument, other: ApiTokenDocument): number => (endOf(one) < endOf(other) ? 1 : -1);
