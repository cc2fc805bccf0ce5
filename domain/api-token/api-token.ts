import { TOKEN_DAYS, TOKEN_SCOPES, TOKEN_WARNINGS, type TokenScope, type WarnedDays } from '../access/token-scopes.ts';
import { readableName } from '../configuration/readable-name.ts';
import { aggregate } from '../event-sourcing/aggregate.ts';
import { accept, type FieldError, reject } from '../event-sourcing/decision.ts';
import { asValue } from '../text/inserted-text.ts';
import { TEXT_LIMIT } from '../text/text-limits.ts';
import { TEXTS } from '../text/texts.ts';
import type { ApiTokenEvent } from './events.ts';

export interface ApiToken {
  readonly kind: 'token';
  readonly organizationId: string;
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly hash: string;
  readonly createdAt: string;
  readonly createdBy: string | null;
  readonly expiresAt: string;
  /** The least of the days of which the Owners were told. */
  readonly warnedDays: WarnedDays | null;
  readonly revokedAt: string | null;
}
export type ApiTokenState = { readonly kind: 'nothing' } | ApiToken;

export type ApiTokenCommand =
  | {
      readonly type: 'CreateApiToken';
      readonly data: {
        readonly organizationId: string;
        readonly name: string;
        readonly scopes: readonly TokenScope[];
        readonly days: number;
        readonly hash: string;
      };
    }
  | { readonly type: 'WarnOfExpiry'; readonly data: Readonly<Record<never, never>> }
  | { readonly type: 'RevokeApiToken'; readonly data: Readonly<Record<never, never>> };

const DAY_MS = 24 * 3_600_000;
const NOT_FOUND = reject('not-found', TEXTS.access.notFound);

export const apiToken = aggregate<ApiTokenState, ApiTokenEvent, ApiTokenCommand>({
  category: 'apiToken',
  initial: { kind: 'nothing' },

  evolve: {
    ApiTokenCreated: (_, { data, at, actor }) => ({
      kind: 'token',
      ...data,
      name: readableName(data.name),
      createdAt: at,
      createdBy: actor.id ?? null,
      warnedDays: null,
      revokedAt: null,
    }),
    ApiTokenExpiring: (state, { data }) => (state.kind === 'token' ? { ...state, warnedDays: data.days } : state),
    ApiTokenRevoked: (state, { at }) => (state.kind === 'token' ? { ...state, revokedAt: at } : state),
  },

  decide: {
    CreateApiToken: ({ name: given, scopes: wanted, days, organizationId, hash }, _state, { at }) => {
      const name = asValue(given);
      const scopes = TOKEN_SCOPES.filter((scope) => wanted.includes(scope));
      const errors: FieldError[] = [
        ...(name === '' || name.length > TEXT_LIMIT ? [{ field: 'name', message: TEXTS.apiTokens.nameRequired }] : []),
        ...(scopes.length === 0 ? [{ field: 'scopes', message: TEXTS.apiTokens.scopeRequired }] : []),
        ...(days < TOKEN_DAYS.least || days > TOKEN_DAYS.most || !Number.isInteger(days)
          ? [{ field: 'days', message: TEXTS.apiTokens.daysInvalid(TOKEN_DAYS.least, TOKEN_DAYS.most) }]
          : []),
      ];
      if (errors[0]) return reject('refused', errors[0].message, errors);
      const expiresAt = new Date(Date.parse(at) + days * DAY_MS).toISOString();
      return accept([{ type: 'ApiTokenCreated', data: { organizationId, name, scopes, hash, expiresAt } }]);
    },
    WarnOfExpiry: (_, state, { at }) => {
      if (state.kind !== 'token') return NOT_FOUND;
      // Only the latest of those that are due: a portal may have been off for weeks.
      const days = openWarnings(state).findLast((one) => warnedAt(state, one) <= at);
      return accept(
        days === undefined ? [] : [{ type: 'ApiTokenExpiring', data: { days, expiresAt: state.expiresAt } }],
      );
    },
    RevokeApiToken: (_, state) => {
      if (state.kind !== 'token') return NOT_FOUND;
      return accept(state.revokedAt === null ? [{ type: 'ApiTokenRevoked', data: {} }] : []);
    },
  },
});

const warnedAt = ({ expiresAt }: ApiToken, days: WarnedDays): string =>
  new Date(Date.parse(expiresAt) - days * DAY_MS).toISOString();

/** Those to come, the first first. A token of a week is not announced two weeks before its end. */
const openWarnings = (token: ApiToken): readonly WarnedDays[] =>
  token.revokedAt === null
    ? TOKEN_WARNINGS.filter(
        (days) => (token.warnedDays === null || days < token.warnedDays) && warnedAt(token, days) > token.createdAt,
      )
    : [];

/** When the Owners are to be told next that it ends; null if never. */
export function nextWarning(token: ApiToken): string | null {
  const [days] = openWarnings(token);
  return days === undefined ? null : warnedAt(token, days);
}

/** `at` is an ISO instant. */
export const isValid = ({ expiresAt, revokedAt }: Pick<ApiToken, 'expiresAt' | 'revokedAt'>, at: string): boolean =>
  revokedAt === null && at < expiresAt;
