export interface EventToStore {
  /** A UUID; the same ids at the same revision are the same append. */
  readonly id: string;
  readonly type: string;
  readonly data: string;
  /** JSON text; `hash` is the last member. */
  readonly metadata: string;
}

export interface StoredEvent extends EventToStore {
  readonly stream: string;
  /** From 0, without gaps, within the stream. */
  readonly revision: number;
  readonly position: bigint;
}

export interface StreamAppend {
  readonly stream: string;
  readonly expectedRevision: number;
  readonly events: readonly EventToStore[];
}

export interface Appended {
  readonly revision: number;
  readonly position: bigint;
  /** True if the ids existed and nothing was written; absent if the store does not report it. */
  readonly isRepeat?: boolean;
}

export interface EventPage {
  readonly events: readonly StoredEvent[];
  /** Everything up to this position is delivered; may be beyond the last event. */
  readonly position: bigint;
  /** Events that were read for it, if `types` omits some. */
  readonly scanned?: number;
}

export const NO_STREAM = -1;
export const START = 0n;
/** Bytes of data, metadata and types per append (EventStoreDB's limit). */
export const MAX_APPEND_BYTES = 1_048_576;

/** Bytes of data and metadata; a page has at least one event. */
export const MAX_PAGE_BYTES = 4 * MAX_APPEND_BYTES;

export interface ReadAll {
  readonly after: bigint;
  readonly limit: number;
  readonly types?: ReadonlySet<string> | undefined;
}

/**
 * The log; both adapters pass `test/contract/event-store.contract.ts`. Errors: `WrongExpectedRevision`,
 * `AppendTooLarge`, `StoreUnavailable` (outcome unknown: send the same bytes again), `StoreDamaged`.
 */
export interface EventStore {
  /** Identifies the log; checkpoints contain it. */
  readonly storeId: string;
  /** True if positions count from 1 without gaps, so that a gap means lost events. */
  readonly arePositionsDense: boolean;
  /**
   * Appends all or nothing at `expectedRevision` (NO_STREAM for a new stream), durable when answered. The same ids at
   * the same revision get the first answer, whenever repeated. Throws a TypeError for empty appends, empty types and
   * ids that are no UUIDs.
   */
  append(stream: string, expectedRevision: number, events: readonly EventToStore[]): Promise<Appended>;
  /**
   * For imports: keeps the order over the whole log. After a failure the first appends may be stored; after a refusal also
   * some behind it.
   */
  appendInOrder(appends: readonly StreamAppend[]): Promise<void>;
  /** Tests whether the store accepts writes, invisibly; absent if the process would notice anyway. */
  tryWriting?(): Promise<void>;
  /** In order from `from` (inclusive); [] for a missing stream. */
  readStream(stream: string, options?: { from?: number; limit?: number }): Promise<readonly StoredEvent[]>;
  /**
   * The next events after `after` (exclusive) over all streams, within `limit` and MAX_PAGE_BYTES. With `types`, a page
   * omits all other events except its last one, so that it ends at an event; `limit` counts them too.
   */
  readAll(options: ReadAll): Promise<EventPage>;
  /** Position of the last event; START in an empty log. */
  head(): Promise<bigint>;
  /**
   * Events after `after`, then live ones, each once, in order; reconnects. The consumer pulls pages as of `readAll`.
   */
  subscribe(options: { after: bigint; signal: AbortSignal; pageSize?: number }): AsyncIterable<EventPage>;
  close(): Promise<void>;
}

export class WrongExpectedRevision extends Error {
  override readonly name = 'WrongExpectedRevision';
  readonly stream: string;
  readonly expectedRevision: number;
  readonly actualRevision: number;
  constructor(stream: string, expectedRevision: number, actualRevision: number) {
    super(`${stream} is at revision ${actualRevision}, not ${expectedRevision}`);
    this.stream = stream;
    this.expectedRevision = expectedRevision;
    this.actualRevision = actualRevision;
  }
}

export class AppendTooLarge extends Error {
  override readonly name = 'AppendTooLarge';
  readonly bytes: number;
  constructor(bytes: number) {
    super(`An append holds at most ${MAX_APPEND_BYTES} bytes, this one has ${bytes}`);
    this.bytes = bytes;
  }
}

/** The store cannot be reached or written; the outcome is unknown. */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable';
}

/** The disk accepts no writes; nothing was written, and reads continue. */
export class StoreFull extends StoreUnavailable {
  override readonly name = 'StoreFull';
}

/** The store contradicts itself; further writes could destroy more. */
export class StoreDamaged extends Error {
  override readonly name = 'StoreDamaged';
}
