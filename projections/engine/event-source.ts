import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';

export type RecordedEvent = Recorded<AnyEvent>;

/** Events in the log's order, decoded, and how far the log has been looked through with them. */
export interface EventPage {
  readonly events: readonly RecordedEvent[];
  /** Everything up to and including this position has been delivered; may lie behind the last event. */
  readonly position: bigint;
}

/** What the read side needs of the event log; `commands/event-store/event-log.ts` satisfies it. */
export interface EventSource {
  /** Identifies this very log; checkpoints carry it. */
  readonly storeId: string;
  readStream(stream: string): Promise<readonly RecordedEvent[]>;
  /** The next `limit` events behind `after` (exclusive); a page without events means that the head is reached. */
  readAll(options: { after: bigint; limit: number }): Promise<EventPage>;
  head(): Promise<bigint>;
  /** Everything behind `after`, then what comes, until `signal` aborts; the consumer pulls. */
  subscribe(options: { after: bigint; signal: AbortSignal; pageSize?: number }): AsyncIterable<EventPage>;
}
