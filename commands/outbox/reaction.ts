import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import type { CommandContext } from '../context/context.ts';
import { NO_STREAM } from '../event-store/port.ts';
import { type Lane, laneKindOf } from './lanes.ts';
import type { EmailService, OutboxEntry } from './outbox.ts';

export interface Handed {
  readonly service: EmailService;
  readonly host: string | null;
  readonly code: string | null;
}

export type Sent =
  | { readonly kind: 'delivered'; readonly handed?: Handed }
  /** `afterMs`: the target's minimal delay; `fault`: set unless the target failed. */
  | {
      readonly kind: 'retry';
      readonly reason: string;
      readonly afterMs?: number;
      readonly handed?: Handed;
      readonly fault?: 'message';
    }
  | { readonly kind: 'failed'; readonly reason: string; readonly handed?: Handed };

export type Outcome =
  | Sent
  | { readonly kind: 'drop'; readonly reason: string }
  | { readonly kind: 'move'; readonly lane: Lane };

export interface Delivery {
  readonly lane: Lane;
  /** Distinguishes several deliveries of one reaction to one event. */
  readonly key?: string;
  /** For work that a command usually does itself, and for emails that can be cancelled. */
  readonly delayMs?: number;
}

/** First stored durably, then done at least once. */
export interface Reaction {
  /** Part of the ids in the outbox: never change it. */
  readonly name: string;
  /** Called again after a crash. Empty for requests by people. */
  readonly deliveriesFor: (
    event: Recorded<AnyEvent>,
    now: number,
  ) => readonly Delivery[] | Promise<readonly Delivery[]>;
  readonly mail?: string;
  /** One attempt, shorter than a claim. After `signal` aborts it ends soon, with `retry` if nothing was done. */
  readonly carryOut: (entry: OutboxEntry, signal: AbortSignal) => Promise<Outcome>;
  /** Records the outcome in the log; repeatable. */
  readonly settle?: (entry: OutboxEntry) => Promise<void>;
}

export interface Asked extends Pick<Delivery, 'lane' | 'key'> {
  readonly reaction: string;
  readonly stream: string;
  readonly delayMs: number;
}

export const entryAskedFor = (
  { reaction, stream, ...delivery }: Asked,
  { commandId, organizationId, correlationId }: CommandContext,
  now: number,
): OutboxEntry => ({
  ...pendingEntry(commandId, reaction, delivery, now),
  stream,
  revision: NO_STREAM,
  organizationId,
  correlationId,
});

/** None for silent events (demo, import). */
export async function entriesFor(
  event: Recorded<AnyEvent>,
  reactions: readonly Pick<Reaction, 'name' | 'deliveriesFor'>[],
  now: number,
): Promise<readonly OutboxEntry[]> {
  const { id, stream, revision, metadata } = event;
  const { isSilent, organizationId, correlationId } = metadata;
  if (isSilent) return [];
  const entries: OutboxEntry[] = [];
  for (const { name, deliveriesFor } of reactions) {
    const asked = deliveriesFor(event, now);
    // Most answer at once, and a promise for each would take most of the time.
    for (const delivery of asked instanceof Promise ? await asked : asked)
      entries.push({
        ...pendingEntry(id, name, delivery, now),
        stream,
        revision,
        organizationId,
        correlationId,
      });
  }
  return entries;
}

function pendingEntry(eventId: string, reaction: string, { lane, key, delayMs = 0 }: Delivery, now: number) {
  const dueAt = new Date(now + delayMs).toISOString();
  return {
    _id: [eventId, reaction, ...(key === undefined ? [] : [key])].join(':'),
    reaction,
    eventId,
    ...(key === undefined ? {} : { key }),
    ...inLane(lane),
    createdAt: new Date(now).toISOString(),
    dueAt,
    state: 'pending',
    tries: 0,
    nextTryAt: dueAt,
    reason: null,
  } as const;
}

export const inLane = (lane: Lane): Pick<OutboxEntry, 'lane' | 'laneKind'> => ({ lane, laneKind: laneKindOf(lane) });
