import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import type { Interest } from '../../domain/event-sourcing/interest.ts';

export type RecordedEvent = Recorded<AnyEvent>;

export interface EventPage {
  readonly events: readonly RecordedEvent[];
  /** Everything up to this position, inclusive, has been delivered; may be beyond the last event. */
  readonly position: bigint;
  /** Events that were read for it, if the reader's interest omits some. */
  readonly scanned?: number;
}

/** The read side's port; `commands/event-store/event-log.ts` implements it. */
export interface EventSource {
  readonly storeId: string;
  readStream(stream: string): Promise<readonly RecordedEvent[]>;
  /** Exclusive of `after`. A page without events is the head. With an `interest`, `limit` counts the omitted events too. */
  readAll(options: { after: bigint; limit: number; interest?: Interest | undefined }): Promise<EventPage>;
  head(): Promise<bigint>;
  /** Everything after `after`, then live events until `signal` aborts. The consumer pulls. */
  subscribe(options: { after: bigint; signal: AbortSignal; pageSize?: number }): AsyncIterable<EventPage>;
}
