import { sweepOldest } from '../vault/sweep.ts';
import type { Vault, VaultCollection } from '../vault/vault.ts';
import type { Lane, LaneKind } from './lanes.ts';

/**
 * `pending`: to be done, `nextTryAt` says when. `sending`: somebody is at it, and until `nextTryAt` nobody else is. `settling`: done or given up, but the log does not know yet.
 * `delivered` and `failed` are for good; `dropped`: nothing was left to do when its turn came.
 */
export type OutboxState = 'pending' | 'sending' | 'settling' | 'delivered' | 'failed' | 'dropped';

/** Whose mail server a mail leaves by: the portal's, or the organization's own account at SendGrid. */
export type MailService = 'portal' | 'school';

/**
 * Something that follows from an event, or that somebody asked for: a mail or a command. It holds references only; whom it goes to and what it says is
 * read from the streams when its turn comes, so an erasure reaches it too.
 */
export interface OutboxEntry {
  /** `eventId`, reaction and, where there is one, `key`: the same event never makes it twice. Message-ID follows from it. */
  readonly _id: string;
  readonly reaction: string;
  /** The event's id; of a mail that no event leads to, the id of the command that asked for it. */
  readonly eventId: string;
  /** Which of several deliveries of the event. */
  readonly key?: string;
  /** Whose target it waits for; absent in entries of earlier versions, until their turn comes. */
  readonly lane?: Lane;
  readonly laneKind?: LaneKind;
  /** The stream that it is about, and the event's place in it; NO_STREAM where there is no event. */
  readonly stream: string;
  readonly revision: number;
  readonly organizationId: string | null;
  readonly correlationId: string;
  /** That of the request that it first followed from; absent until it is asked for again. */
  readonly firstCorrelationId?: string;
  /** When it was noted, or last asked for again. */
  readonly createdAt: string;
  /** When its first try in its lane was due; absent in entries of earlier versions. */
  readonly dueAt?: string;
  readonly state: OutboxState;
  readonly tries: number;
  /** ISO-8601 UTC. */
  readonly nextTryAt: string;
  /** Why the last try, or the whole, failed: a code or a sentence of ours, never a service's words. */
  readonly reason: string | null;
  /** When the last try ended; absent before the first, and in entries of earlier versions. */
  readonly triedAt?: string;
  /** `message`: the last try failed because of the mail itself; absent or null for any other failure. */
  readonly fault?: 'message' | null;
  /** By which service that try was; absent or null for what is no mail, and where it did not come to that. */
  readonly service?: MailService | null;
  /** The command that last queued it again after it had been given up. */
  readonly retryId?: string;
}

export type Outbox = VaultCollection<OutboxEntry>;

const KEPT_MS = 90 * 24 * 3_600_000;
const FINISHED = ['delivered', 'failed', 'dropped'] as const satisfies readonly OutboxState[];

/** What has come to its end is kept for 90 days. */
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
