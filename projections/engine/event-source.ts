import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';

export type RecordedEvent = Recorded<AnyEvent>;

export interface EventPage {
  readonly events: readonly RecordedEvent[];
  /** Everything up to this position, inclusive, has been delivered; may be beyond the last event. */
  readonly position: bigint;
}

/** The read side's port; `commands/event-store/event-log.ts` implements it. */
export interface EventSource {
  readonly storeId: string;
  readStream(stream: string): Promise<readonly RecordedEvent[]>;
  /** Exclusive of `after`. A page without events is the head. */
  readAll(options: { after: bigint; limit: number }): Promise<EventPage>;
  head(): Promise<bigint>;
  /** Everything after `after`, then live events until `signal` aborts. The consumer pulls. */
  subscribe(options: { after: bigint; signal: AbortSignal; pageSize?: number }): AsyncIterable<EventPage>;
}
