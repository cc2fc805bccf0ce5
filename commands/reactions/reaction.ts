import type { AnyEvent, Recorded } from '../../domain/event.ts';
import type { CommandContext } from '../context.ts';
import { NO_STREAM } from '../event-store/port.ts';
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
  /** `afterMs`: not before the other side wants to be asked again. */
  | { readonly kind: 'retry'; readonly reason: string; readonly afterMs?: number; readonly handed?: Handed }
  | { readonly kind: 'failed'; readonly reason: string; readonly handed?: Handed };

/** `drop` says that nothing is left to be done. */
export type Outcome = Sent | { readonly kind: 'drop'; readonly reason: string };

/** Something that the portal does because of an event: first noted durably, then done at least once. */
export interface Reaction {
  /** Stable for ever: it is part of the ids in the outbox. */
  readonly name: string;
  /** Pure: whether this event asks for it. Never, for what people ask for directly. */
  readonly answers: (event: Recorded<AnyEvent>) => boolean;
  /** Milliseconds until the first try, for what a command usually does by itself, and for what may still be taken back. */
  readonly delayMs?: number | ((event: Recorded<AnyEvent>, now: number) => number);
  /** What it mails, as operators read it; absent for commands. */
  readonly mail?: string;
  /** The mail template whose fate the log is told of; null for commands. */
  readonly template: string | ((entry: OutboxEntry) => Promise<string>) | null;
  readonly carryOut: (entry: OutboxEntry) => Promise<Outcome>;
}

/** Something that somebody asked for and that leaves no event of its own. */
export interface Asked {
  readonly reaction: string;
  readonly stream: string;
  /** Milliseconds until the first try. */
  readonly delayMs: number;
}

/** The entry for it; the same command never makes two. */
export const entryAskedFor = (
  { reaction, stream, delayMs }: Asked,
  { commandId, organizationId, correlationId }: CommandContext,
  now: number,
): OutboxEntry => ({
  ...pendingEntry(commandId, reaction, now, delayMs),
  stream,
  revision: NO_STREAM,
  organizationId,
  correlationId,
});

/** The entries that an event leads to. Silent events (demo, import) lead to none. */
export function entriesFor(
  event: Recorded<AnyEvent>,
  reactions: readonly Pick<Reaction, 'name' | 'answers' | 'delayMs'>[],
  now: number,
): OutboxEntry[] {
  if (event.metadata.isSilent) return [];
  return reactions
    .filter(({ answers }) => answers(event))
    .map(({ name, delayMs = 0 }) => ({
      ...pendingEntry(event.id, name, now, typeof delayMs === 'number' ? delayMs : delayMs(event, now)),
      stream: event.stream,
      revision: event.revision,
      organizationId: event.metadata.organizationId,
      correlationId: event.metadata.correlationId,
    }));
}

const pendingEntry = (eventId: string, reaction: string, now: number, delayMs: number) =>
  ({
    _id: `${eventId}:${reaction}`,
    reaction,
    eventId,
    createdAt: new Date(now).toISOString(),
    state: 'pending',
    tries: 0,
    nextTryAt: new Date(now + delayMs).toISOString(),
    reason: null,
  }) as const;
