import { createHmac, randomUUID } from 'node:crypto';
import type { CommandContext } from '../../commands/context/context.ts';
import { uuidV5 } from '../../commands/context/identity.ts';
import { network } from '../../commands/user/attempt-limits.ts';
import type { Derive } from '../../commands/vault/derived-keys.ts';
import type { Actor } from '../../domain/access/actor.ts';
import type { Rejection } from '../../domain/event-sourcing/decision.ts';
import type { ApiTokenDocument } from '../../projections/api-tokens.ts';
import type { OrganizationDocument } from '../../projections/organizations.ts';
import type { UserDocument } from '../../projections/users.ts';
import type { FactorDue } from '../auth/required-factors.ts';
import type { Session } from '../auth/sessions.ts';

export interface RequestContext {
  readonly actor: Actor;
  readonly user: UserDocument | null;
  /** All schools of the signed-in person, also those without a role in this session. */
  readonly memberOf?: readonly string[] | undefined;
  readonly session: Session | null;
  readonly organization: OrganizationDocument | null;
  /** Schools that require a second factor which this person does not have, also from a later day on. */
  readonly factorsDue: readonly FactorDue[];
  /** Applications that this browser may link to an account. */
  readonly claims: readonly string[];
  readonly knownDevices: readonly string[];
  /** Names the browser that logs in with a passkey. */
  readonly passkeyBrowser: string | undefined;
  /** Names the browser that asked for a login link. */
  readonly loginBrowser: string | undefined;
  /** Of a call whose API token is invalid or has made too many calls. */
  readonly refusal: Rejection | null;
  /** The API token of such a call, if its text is right but it has been revoked or has expired. */
  readonly endedToken?: ApiTokenDocument | undefined;
  /** When the API token of such a call expires. */
  readonly tokenExpiresAt?: string | undefined;
  readonly at: string;
  readonly requestId: string;
  /** The client's address, as far as trusted proxies are believed. */
  readonly address: string;
  readonly device: string | null;
  readonly isHttps: boolean;
  /** Scheme, host and port that the client asked for. */
  readonly origin: string;
  readonly method: string;
  readonly path: string;
  readonly idempotencyKey: string | undefined;
  readonly hashKey: Buffer;
}

/** The log keeps commands' hashes; a keyed hash does not reveal what a person typed. */
export const hashKeyOf = (derive: Derive): Buffer => derive('intake command hash');

/** The same person, call and `Idempotency-Key` make the same command id; the hash distinguishes a retry from another request. */
export function commandContextOf(
  context: RequestContext,
  input: unknown,
  organizationId: string | null = context.organization?._id ?? null,
  commandId: string = idOfKey(context) ?? randomUUID(),
): CommandContext {
  return {
    at: context.at,
    actor: context.actor,
    organizationId,
    commandId,
    commandHash: hashOf(context, input),
    correlationId: context.requestId,
    causationId: null,
  };
}

/** Undefined without an `Idempotency-Key`. */
export const idOfKey = ({ actor, method, path, address, idempotencyKey }: RequestContext): string | undefined =>
  idempotencyKey === undefined
    ? undefined
    : uuidV5(...(actor.id === undefined ? [actor.kind, network(address)] : [actor.id]), method, path, idempotencyKey);

export const hashOf = ({ hashKey }: Pick<RequestContext, 'hashKey'>, input: unknown): string =>
  createHmac('sha256', hashKey).update(canonical(input)).digest('hex');

const canonical = (input: unknown): string => JSON.stringify(sorted(input ?? null));

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  // An uploaded file is its hash.
  if ('toJSON' in value && typeof value.toJSON === 'function') return sorted(value.toJSON());
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}
