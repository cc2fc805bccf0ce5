import { sweepOldest } from '../vault/sweep.ts';
import type { Vault, VaultCollection } from '../vault/vault.ts';
import type { Lane, LaneKind } from './lanes.ts';

/**
 * `pending`: due at `nextTryAt`. `sending`: claimed until then. `settling`: finished, but not recorded in the log.
 * `delivered`, `failed` and `dropped` (nothing left to do) are final.
 */
export type OutboxState = 'pending' | 'sending' | 'settling' | 'delivered' | 'failed' | 'dropped';

export type EmailService = 'portal' | 'school';

/** Holds references only: recipient and text are read on delivery, so that an erasure takes effect. */
export interface OutboxEntry {
  /** `eventId`, reaction and `key` if present. */
  readonly _id: string;
  readonly reaction: string;
  /** Without an event, the command's id. */
  readonly eventId: string;
  /** Distinguishes several deliveries of one event. */
  readonly key?: string;
  /** Absent in entries of earlier versions, until their first attempt. */
  readonly lane?: Lane;
  readonly laneKind?: LaneKind;
  /** NO_STREAM without an event. */
  readonly stream: string;
  readonly revision: number;
  readonly organizationId: string | null;
  readonly correlationId: string;
  /** Absent until it is requested again. */
  readonly firstCorrelationId?: string;
  readonly createdAt: string;
  /** Of the first attempt in its lane; absent in entries of earlier versions. */
  readonly dueAt?: string;
  readonly state: OutboxState;
  readonly tries: number;
  readonly nextTryAt: string;
  /** A code or a sentence of the portal, never a service's words. */
  readonly reason: string | null;
  /** Absent before the first attempt, and in entries of earlier versions. */
  readonly triedAt?: string;
  /** `message`: the last attempt failed because of the email itself. */
  readonly fault?: 'message' | null;
  /** Of the last attempt; none for commands. */
  readonly service?: EmailService | null;
  /** The command that last queued it again. */
  readonly retryId?: string;
}

export type Outbox = VaultCollection<OutboxEntry>;

const KEPT_MS = 90 * 24 * 3_600_000;
const FINISHED = ['delivered', 'failed', 'dropped'] as const satisfies readonly OutboxState[];

/** Removes entries that finished 90 days ago. */
export async function sweepOutbox(outbox: Outbox, now: number): Promise<void> {
  const oldest = new Date(now - KEPT_MS).toISOString();
  await sweepOldest(outbox, {
    filter: { state: FINISHED },
    by: 'createdAt',
    isOver: ({ createdAt }) => createdAt < oldest,
  });
}

const INDEXES = ['state', 'nextTryAt', 'createdAt', 'dueAt', 'stream', 'lane', 'laneKind', 'fault'] as const;

export const openOutbox = (vault: Vault): Outbox => vault.collection<OutboxEntry>({ name: 'outbox', indexes: INDEXES });
