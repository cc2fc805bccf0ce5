import { SECURITY_LOG_DAYS, type SecurityKind } from '../../domain/security-log/kinds.ts';
import { sweepOldest } from '../vault/sweep.ts';
import type { Vault, VaultCollection } from '../vault/vault.ts';

export interface SecurityActor {
  readonly kind: 'user' | 'token' | 'anonymous' | 'system';
  readonly id: string | null;
}

/** One actor's doings of one kind from one network within a minute or an hour. Ids only: no email, name, token or value. */
export interface SecurityEntry {
  /** Sorts the newest period first. */
  readonly _id: string;
  /** Null: of the installation, for the operator only. */
  readonly organizationId: string | null;
  readonly kind: SecurityKind;
  readonly actorKind: SecurityActor['kind'];
  /** Of an account or an API token; null also after its person has been erased. */
  readonly actorId: string | null;
  /** Truncated. */
  readonly network: string | null;
  /** Browser and operating system. */
  readonly device: string | null;
  /** The beginning of its period, ISO-8601 UTC. */
  readonly at: string;
  readonly firstAt: string;
  readonly lastAt: string;
  readonly count: number;
  /** The calls of the API, as method and path of the contract. */
  readonly calls: readonly { readonly call: string; readonly count: number }[];
  /** What was too much to keep apart: without network and device, and of others than staff without actor. */
  readonly isRest: boolean;
  /** Whose room of the day it takes; null for a rest. */
  readonly share: string | null;
}

const DAY_MS = 86_400_000;
export const KEPT_MS = SECURITY_LOG_DAYS * DAY_MS;
const LAST_INSTANT = 9_999_999_999_999;

/** The beginning of the ids of a period; later periods sort first. */
export const idPrefix = (period: number): string => String(LAST_INSTANT - period).padStart(13, '0');

export const openSecurityEntries = (vault: Vault): VaultCollection<SecurityEntry> =>
  vault.collection<SecurityEntry>({
    name: 'securityLog',
    indexes: ['organizationId', 'kind', 'actorId', 'at', 'share'],
    mayBeLost: true,
  });

export function sweepSecurityLog({ vault, now }: { readonly vault: Vault; readonly now: () => number }): Promise<void> {
  const oldest = new Date(now() - KEPT_MS).toISOString();
  return sweepOldest(openSecurityEntries(vault), { by: 'at', isOver: ({ at }) => at < oldest });
}
