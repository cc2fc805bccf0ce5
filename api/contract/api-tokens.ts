import { z } from 'zod';
import { TOKEN_DAYS, TOKEN_SCOPES } from '../../domain/access/token-scopes.ts';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import { endpoint } from './endpoint.ts';
import { published, requiring } from './published.ts';
import { idParams, instant, messageSchema, seenText } from './values.ts';

export const apiTokenSchema = z.object({
  _id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  /** The beginning of the token, to tell which one a program has. */
  prefix: z.string(),
  createdAt: instant,
  /** Null if the account is gone. */
  createdBy: z.string().nullable(),
  expiresAt: instant,
  state: z.enum(['valid', 'expired', 'revoked']),
  revokedAt: instant.nullable(),
  /** Written at most once a minute. */
  lastUsedAt: instant.nullable(),
});
export type ApiTokenView = z.infer<typeof apiTokenSchema>;

export const listApiTokens = endpoint({
  method: 'GET',
  path: '/api/tokens',
  capability: 'token.manage',
  summary: 'API tokens of the current organization: valid ones by name, then the 100 that ended last.',
  response: z.array(apiTokenSchema),
});
export const createApiToken = endpoint({
  method: 'POST',
  path: '/api/tokens',
  capability: 'token.manage',
  confirmation: 'always',
  summary: `Creates a token for integrations; only this answer has it. Scopes: \`events\` pulls the feed, \`read\` reads applications and what they refer to, \`write\` also adds applications, changes statuses and comments. An organization has at most ${QUOTAS.organization.apiTokens} valid tokens.`,
  body: requiring(
    z.object({
      name: seenText(),
      scopes: published(z.array(z.enum(TOKEN_SCOPES)).min(1).max(TOKEN_SCOPES.length), {
        type: 'array',
        minItems: 1,
        maxItems: TOKEN_SCOPES.length,
        items: { enum: TOKEN_SCOPES },
      }),
      /** Until it expires; default 90. */
      days: z.int().min(TOKEN_DAYS.least).max(TOKEN_DAYS.most).nullish(),
    }),
    'name',
  ),
  response: apiTokenSchema.extend({ token: z.string().nullable() }),
});
export const revokeApiToken = endpoint({
  method: 'DELETE',
  path: '/api/tokens/{id}',
  capability: 'token.manage',
  confirmation: 'always',
  summary: 'Permanently revokes a token: its next call is refused.',
  params: idParams,
  response: messageSchema,
});
