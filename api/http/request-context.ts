import { createHmac, hkdfSync, type KeyObject, randomUUID } from 'node:crypto';
import type { CommandContext } from '../../commands/context.ts';
import { uuidV5 } from '../../commands/identity.ts';
import { network } from '../../commands/user/attempt-limits.ts';
import type { Actor } from '../../domain/access/actor.ts';
import type { OrganizationDocument } from '../../projections/organizations.ts';
import type { UserDocument } from '../../projections/users.ts';
import type { Session } from '../auth/sessions.ts';

/** Who asks, for which organization, with what in hand: found out once per request. */
export interface RequestContext {
  readonly actor: Actor;
  /** The account behind the session. */
  readonly user: UserDocument | null;
  readonly session: Session | null;
  /** The current organization: it selects and never authorizes. */
  readonly organization: OrganizationDocument | null;
  /** Applications that this browser may link to an account. */
  readonly claims: readonly string[];
  /** Accounts that were opened in this browser before. */
  readonly knownDevices: readonly string[];
  /** ISO-8601 UTC. */
  readonly at: string;
  readonly requestId: string;
  /** Of the client, as far as trusted proxies tell. */
  readonly address: string;
  /** What the browser says of itself. */
  readonly device: string | null;
  readonly isHttps: boolean;
  readonly method: string;
  readonly path: string;
  readonly idempotencyKey: string | undefined;
  /** Keys the hashes of commands. */
  readonly hashKey: Buffer;
}

/** The log keeps commands' hashes for ever: keyed, they lead nobody back to what a person typed. */
export const hashKeyOf = (masterKey: KeyObject): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, '', 'intake command hash', 32));

/**
 * The circumstances of the command that a request stands for. The same person, call and `Idempotency-Key` make the same
 * command; its hash tells a retry from another request under that key.
 */
export function commandContextOf(
  context: RequestContext,
  input: unknown,
  organizationId: string | null = context.organization?._id ?? null,
): CommandContext {
  const { actor, idempotencyKey } = context;
  return {
    at: context.at,
    actor,
    organizationId,
    commandId: idempotencyKey === undefined ? randomUUID() : idOfKey(context, idempotencyKey),
    commandHash: hashOf(context, input),
    correlationId: context.requestId,
    causationId: null,
  };
}

/** Each person has keys of their own, and so has each network of people who are nobody yet. */
export const idOfKey = ({ actor, method, path, address }: RequestContext, key: string): string =>
  uuidV5(...(actor.id === undefined ? [actor.kind, network(address)] : [actor.id]), method, path, key);

export const hashOf = ({ hashKey }: Pick<RequestContext, 'hashKey'>, input: unknown): string =>
  createHmac('sha256', hashKey).update(canonical(input)).digest('hex');

/** JSON with its members in order of name: two spellings of one input hash alike. */
const canonical = (input: unknown): string =>
  JSON.stringify(input ?? null, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
