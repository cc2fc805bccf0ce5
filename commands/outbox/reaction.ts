import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import type { CommandContext } from '../context/context.ts';
import { NO_STREAM } from '../event-store/port.ts';
import { type Lane, laneKindOf } from './lanes.ts';
import type { MailService, OutboxEntry } from './outbox.ts';

/** The mail server that an email was handed to. */
export interface Handed {
  readonly service: MailService;
  /** With its port; null for the outbox folder. */
  readonly host: string | null;
  /** The server's or system's code after a failure. */
  readonly code: string | null;
}

/** The result of one attempt; `handed` for an email. */
export type Sent =
  | { readonly kind: 'delivered'; readonly handed?: Handed }
  /** `afterMs`: the other side's minimal delay; `fault`: set unless the target failed. */
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
  /** Nothing is left to do. */
  | { readonly kind: 'drop'; readonly reason: string }
  /** Not tried: it now belongs to another lane. */
  | { readonly kind: 'move'; readonly lane: Lane };

/** One thing to do because of an event. */
export interface Delivery {
  readonly lane: Lane;
  /** Distinguishes several deliveries of one reaction to one event. */
  readonly key?: string;
  /** Delay of the first attempt: for work that a command usually does itself, and for emails that can be cancelled. */
  readonly delayMs?: number;
}

/** What the portal does because of an event: first stored durably, then done at least once. */
export interface Reaction {
  /** Never changes: it is part of the ids in the outbox. */
  readonly name: string;
  /** The deliveries of an event; called again after a crash. Empty for requests by people. */
  readonly deliveriesFor: (
    event: Recorded<AnyEvent>,
    now: number,
  ) => readonly Delivery[] | Promise<readonly Delivery[]>;
  /** The kind of email, for operators; absent for commands. */
  readonly mail?: string;
  /** One attempt, shorter than a claim. After `signal` aborts it ends soon, with `retry` if nothing was done. */
  readonly carryOut: (entry: OutboxEntry, signal: AbortSignal) => Promise<Outcome>;
  /** Records the end in the log; repeatable. */
  readonly settle?: (entry: OutboxEntry) => Promise<void>;
}

/** A request by a person without an event of its own. */
export interface Asked extends Pick<Delivery, 'lane'> {
  readonly reaction: string;
  readonly stream: string;
  /** Milliseconds until the first attempt. */
  readonly delayMs: number;
}

/** The entry of a request; unique per command. */
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

/** The entries of an event. Silent events (demo, import) have none. */
export async function entriesFor(
  event: Recorded<AnyEvent>,
  reactions: readonly Pick<Reaction, 'name' | 'deliveriesFor'>[],
  now: number,
): Promise<readonly OutboxEntry[]> {
  const { id, stream, revision, metadata } = event;
  const { isSilent, organizationId, correlationId } = metadata;
  if (isSilent) return [];
  const entries = reactions.map(async ({ name, deliveriesFor }) =>
    (await deliveriesFor(event, now)).map((delivery) => ({
      ...pendingEntry(id, name, delivery, now),
      stream,
      revision,
      organizationId,
      correlationId,
    })),
  );
  return (await Promise.all(entries)).flat();
}

/** Unique per event. */
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
