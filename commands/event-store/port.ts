/** An encoded event; the store keeps its texts verbatim. */
export interface EventToStore {
  /** A UUID. The same id at the same revision is the same append and gets the first answer. */
  readonly id: string;
  readonly type: string;
  /** JSON text. */
  readonly data: string;
  /** JSON text, with `hash` as its last member. */
  readonly metadata: string;
}

export interface StoredEvent extends EventToStore {
  readonly stream: string;
  /** From 0, without gaps, within the stream. */
  readonly revision: number;
  /** Grows over the whole log, > 0. */
  readonly position: bigint;
}

/** One of several appends that keep their order. */
export interface StreamAppend {
  readonly stream: string;
  readonly expectedRevision: number;
  readonly events: readonly EventToStore[];
}

export interface Appended {
  /** Of the last event of the append. */
  readonly revision: number;
  /** Of the last event of the append. */
  readonly position: bigint;
  /** True if these ids existed and nothing was written; absent if the store does not report it. */
  readonly isRepeat?: boolean;
}

/** Events in the log's order, and how far the log was scanned. */
export interface EventPage {
  readonly events: readonly StoredEvent[];
  /** Everything up to this position, inclusive, was delivered; may be beyond the last event. */
  readonly position: bigint;
}

/** The revision of a stream that does not exist. */
export const NO_STREAM = -1;
/** The position before the first event. */
export const START = 0n;
/** Bytes of data, metadata and types per append (EventStoreDB's limit). */
export const MAX_APPEND_BYTES = 1_048_576;

/** Bytes of data and metadata per page; a page always has at least one event. */
export const MAX_PAGE_BYTES = 4 * MAX_APPEND_BYTES;

/**
 * The log. Two adapters, SQLite and EventStoreDB, pass one contract suite, `test/contract/event-store.contract.ts`.
 * Errors: `WrongExpectedRevision`, `AppendTooLarge`, `StoreUnavailable` (outcome unknown: send the same bytes again),
 * `StoreDamaged`.
 */
export interface EventStore {
  /** Identifies the log; checkpoints contain it. */
  readonly storeId: string;
  /** True if positions count from 1 without gaps: then a gap means lost events. */
  readonly arePositionsDense: boolean;
  /**
   * Appends all or nothing at exactly `expectedRevision` (the stream's last, or NO_STREAM), durable when answered. The
   * same ids at the same revision get the first answer, also after newer events. Throws a TypeError for an empty
   * append, ids that are not UUIDs and empty types.
   */
  append(stream: string, expectedRevision: number, events: readonly EventToStore[]): Promise<Appended>;
  /**
   * Many appends, stored in this order over the whole log, for imports. After a failure the first of them may be
   * stored. Repeated appends and invalid ones are answered as by `append`.
   */
  appendInOrder(appends: readonly StreamAppend[]): Promise<void>;
  /**
   * Writes something invisible to readers, to test whether the store accepts writes; absent if the process itself would
   * notice.
   */
  tryWriting?(): Promise<void>;
  /** In order from `from` (inclusive); [] for a missing stream. */
  readStream(stream: string, options?: { from?: number; limit?: number }): Promise<readonly StoredEvent[]>;
  /** The next events after `after` (exclusive) over all streams: at most `limit`, and at most MAX_PAGE_BYTES. */
  readAll(options: { after: bigint; limit: number }): Promise<EventPage>;
  /** Position of the last event; START in an empty log. */
  head(): Promise<bigint>;
  /**
   * Events after `after`, then live ones, until `signal` aborts: each once, in order. The consumer pulls, so a slow one
   * costs no memory. Pages have the limits of `readAll`. Reconnects by itself.
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
    super(`${stream} stands at revision ${actualRevision}, not ${expectedRevision}`);
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

/** The store cannot be reached or cannot write. The write may or may not have happened. */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable';
}

/**
 * The disk accepts no writes: full or broken. Nothing was written, reads continue; only space or another disk helps.
 */
export class StoreFull extends StoreUnavailable {
  override readonly name = 'StoreFull';
}

/** The store contradicts itself: its answers are not reliable, and further writes could destroy more. */
export class StoreDamaged extends Error {
  override readonly name = 'StoreDamaged';
}
