import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';

export type RecordedEvent = Recorded<AnyEvent>;

/** Decoded events in the log's order, and the position up to which the log was read. */
export interface EventPage {
  readonly events: readonly RecordedEvent[];
  /** Everything up to this position, inclusive, has been delivered; may be beyond the last event. */
  readonly position: bigint;
}

/** The read side's interface of the event log; `commands/event-store/event-log.ts` implements it. */
export interface EventSource {
  /** Identifies the log; checkpoints contain it. */
  readonly storeId: string;
  readStream(stream: string): Promise<readonly RecordedEvent[]>;
  /** The next `limit` events after `after` (exclusive); a page without events is the head. */
  readAll(options: { after: bigint; limit: number }): Promise<EventPage>;
  head(): Promise<bigint>;
  /** Everything after `after`, then live events until `signal` aborts; the consumer pulls. */
  subscribe(options: { after: bigint; signal: AbortSignal; pageSize?: number }): AsyncIterable<EventPage>;
}
