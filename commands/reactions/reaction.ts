import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import type { CommandContext } from '../context.ts';
import { NO_STREAM } from '../event-store/port.ts';
import { type Lane, laneKindOf } from './lanes.ts';
import type { MailService, OutboxEntry } from './outbox.ts';

/** To which mail server a mail was handed. */
export interface Handed {
  readonly service: MailService;
  /** With its port; null for the outbox folder. */
  readonly host: string | null;
  /** What the server or the system answered where it failed. */
  readonly code: string | null;
}

/** What came of one try; `handed` where it was a mail's. */
export type Sent =
  | { readonly kind: 'delivered'; readonly handed?: Handed }
  /** `afterMs`: not before the other side wants to be asked again; `fault`: whose it is, where it is not the target's. */
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
  /** Nothing is left to be done. */
  | { readonly kind: 'drop'; readonly reason: string }
  /** It was not tried: it now belongs to the target of another lane. */
  | { readonly kind: 'move'; readonly lane: Lane };

/** One thing to do because of an event. */
export interface Delivery {
  readonly lane: Lane;
  /** Tells several deliveries of one reaction to one event apart. */
  readonly key?: string;
  /** Milliseconds until the first try, for what a command usually does by itself, and for what may still be taken back. */
  readonly delayMs?: number;
}

/** What the portal does because of an event: first noted durably, then done at least once. */
export interface Reaction {
  /** Stable for ever: it is part of the ids in the outbox. */
  readonly name: string;
  /** What this event asks for; asked again after a crash. None for what people ask for directly. */
  readonly deliveriesFor: (
    event: Recorded<AnyEvent>,
    now: number,
  ) => readonly Delivery[] | Promise<readonly Delivery[]>;
  /** What it mails, as operators read it; absent for commands. */
  readonly mail?: string;
  /** One try, shorter than a claim. Once `signal` aborts it ends soon, with `retry` where nothing was done. */
  readonly carryOut: (entry: OutboxEntry, signal: AbortSignal) => Promise<Outcome>;
  /** Tells the log how it ended; may be told the same again. */
  readonly settle?: (entry: OutboxEntry) => Promise<void>;
}

/** Something that somebody asked for and that leaves no event of its own. */
export interface Asked extends Pick<Delivery, 'lane'> {
  readonly reaction: string;
  readonly stream: string;
  /** Milliseconds until the first try. */
  readonly delayMs: number;
}

/** The entry for it; the same command never makes two. */
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

/** The entries that an event leads to. Silent events (demo, import) lead to none. */
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

/** The same event never makes it twice. */
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
