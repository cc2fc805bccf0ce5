import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import type { CommandContext } from '../context.ts';
import type { Appended } from './port.ts';

/** A page of the log with its events decoded: hash checked, upcast, personal data opened (null where erased). */
export interface DecodedPage {
  readonly events: readonly Recorded<AnyEvent>[];
  readonly position: bigint;
}

/**
 * The event store as the program sees it: port plus codec. Errors: those of the port, and `DamagedEvent` when a hash,
 * a tag or a schema does not hold.
 */
export interface EventLog {
  readonly storeId: string;
  /** `last` is the stream's last event as read, undefined for a new stream: its revision and hash are built upon. */
  append(
    stream: string,
    last: Recorded<AnyEvent> | undefined,
    events: readonly AnyEvent[],
    context: CommandContext,
  ): Promise<Appended & { readonly events: readonly Recorded<AnyEvent>[] }>;
  /** The whole stream, or only the events after `last`, an event read from it earlier. */
  readStream(stream: string, last?: Recorded<AnyEvent>): Promise<readonly Recorded<AnyEvent>[]>;
  readAll(options: { after: bigint; limit: number }): Promise<DecodedPage>;
  head(): Promise<bigint>;
  subscribe(options: { after: bigint; signal: AbortSignal; pageSize?: number }): AsyncIterable<DecodedPage>;
}
