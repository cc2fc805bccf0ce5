import { sweepOldest } from '../vault/sweep.ts';
import type { Vault, VaultCollection } from '../vault/vault.ts';
import type { Lane, LaneKind } from './lanes.ts';

/**
 * `pending`: due at `nextTryAt`. `sending`: claimed until `nextTryAt`. `settling`: done or failed, but not recorded in
 * the log yet. `delivered` and `failed` are final; `dropped`: there was nothing left to do.
 */
export type OutboxState = 'pending' | 'sending' | 'settling' | 'delivered' | 'failed' | 'dropped';

/** The mail service of an email: the portal's, or the organization's SendGrid account. */
export type MailService = 'portal' | 'school';

/**
 * An email or command that follows from an event or a request. It holds references only; recipient and text are read
 * from the streams when it is delivered, so an erasure takes effect.
 */
export interface OutboxEntry {
  /** `eventId`, reaction and, if present, `key`: unique per event. The Message-ID derives from it. */
  readonly _id: string;
  readonly reaction: string;
  /** The event's id; for an email without an event, the id of the command. */
  readonly eventId: string;
  /** Distinguishes several deliveries of one event. */
  readonly key?: string;
  /** Absent in entries of earlier versions, until their first attempt. */
  readonly lane?: Lane;
  readonly laneKind?: LaneKind;
  /** The stream and the event's revision; NO_STREAM without an event. */
  readonly stream: string;
  readonly revision: number;
  readonly organizationId: string | null;
  readonly correlationId: string;
  /** The correlation id of the first request; absent until it is requested again. */
  readonly firstCorrelationId?: string;
  /** When it was created, or last requested again. */
  readonly createdAt: string;
  /** When its first attempt in its lane was due; absent in entries of earlier versions. */
  readonly dueAt?: string;
  readonly state: OutboxState;
  readonly tries: number;
  /** ISO-8601 UTC. */
  readonly nextTryAt: string;
  /** Why the last attempt failed: a code or a sentence of the portal, never a service's words. */
  readonly reason: string | null;
  /** When the last attempt ended; absent before the first, and in entries of earlier versions. */
  readonly triedAt?: string;
  /** `message`: the last attempt failed because of the email itself; absent or null otherwise. */
  readonly fault?: 'message' | null;
  /** The service of that attempt; absent or null for commands, and if none was reached. */
  readonly service?: MailService | null;
  /** The command that last queued it again after a failure. */
  readonly retryId?: string;
}

export type Outbox = VaultCollection<OutboxEntry>;

const KEPT_MS = 90 * 24 * 3_600_000;
const FINISHED = ['delivered', 'failed', 'dropped'] as const satisfies readonly OutboxState[];

/** Finished entries are kept for 90 days. */
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
