/** An event ready to be stored: the codec has made its texts, and the store keeps them to the letter. */
export interface EventToStore {
  /** A UUID. The same id at the same revision again is the same append, answered as the first time. */
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
  /** Growing over the whole log, > 0. */
  readonly position: bigint;
}

/** One append of several that are stored in their order. */
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
  /** True if these ids stood there already and nothing was written now; absent where a store cannot tell. */
  readonly isRepeat?: boolean;
}

/** What a subscription delivers: events in the log's order, and how far the log has been looked through with them. */
export interface EventPage {
  readonly events: readonly StoredEvent[];
  /** Everything up to and including this position has been delivered; may lie behind the last event. */
  readonly position: bigint;
}

/** The revision of a stream that does not exist. */
export const NO_STREAM = -1;
/** The position before the first event. */
export const START = 0n;
/** Data, metadata and types of one append together, in bytes (EventStoreDB's own limit). */
export const MAX_APPEND_BYTES = 1_048_576;

/** Data and metadata of one page together, in bytes: a page holds fewer events rather than more, but always one. */
export const MAX_PAGE_BYTES = 4 * MAX_APPEND_BYTES;

/**
 * The log. Two adapters: SQLite and EventStoreDB; one contract suite, `test/contract/event-store.contract.ts`.
 * Errors: `WrongExpectedRevision`, `AppendTooLarge`, `StoreUnavailable` (outcome unknown: send the identical bytes again),
 * `StoreDamaged`.
 */
export interface EventStore {
  /** Identifies this very log; checkpoints carry it. */
  readonly storeId: string;
  /** Whether each position follows the one before, from 1: then a gap means that events are lost. */
  readonly arePositionsDense: boolean;
  /**
   * Appends all or nothing at exactly `expectedRevision` (the stream's last, or NO_STREAM), durable when answered.
   * The same ids again at the same revision: the first answer, also with newer events behind them.
   * Refuses an empty append, ids that are not UUIDs and empty types with a TypeError.
   */
  append(stream: string, expectedRevision: number, events: readonly EventToStore[]): Promise<Appended>;
  /**
   * Many appends, stored in this order over the whole log, as a log that moves here needs it: when it fails, a beginning of
   * them may stand. The same again is answered like a single append; so is one that cannot be.
   */
  appendInOrder(appends: readonly StreamAppend[]): Promise<void>;
  /** Writes something that no reader sees, to find out whether the store takes writes; absent where the process tells by itself. */
  tryWriting?(): Promise<void>;
  /** In order from `from` (inclusive); [] for a missing stream. */
  readStream(stream: string, options?: { from?: number; limit?: number }): Promise<readonly StoredEvent[]>;
  /** The next events behind `after` (exclusive) over all streams: at most `limit`, and no more than a page may weigh. */
  readAll(options: { after: bigint; limit: number }): Promise<EventPage>;
  /** The position of the last event, START in an empty log. */
  head(): Promise<bigint>;
  /**
   * Everything behind `after`, then what comes, until `signal` aborts: each event once, in order. The consumer pulls,
   * so a slow one costs no memory: while it works, later events stay in the store. Pages weigh no more than `readAll`'s. Reconnects by itself.
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

/** The store cannot be reached or cannot write now. What was sent may or may not have been written. */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable';
}

/** The disk takes no writes: it is full or broken. Nothing was written, reads go on, and only space or another disk helps. */
export class StoreFull extends StoreUnavailable {
  override readonly name = 'StoreFull';
}

/** What the store holds contradicts itself: its answers cannot be trusted, and writing on might destroy more of it. */
export class StoreDamaged extends Error {
  override readonly name = 'StoreDamaged';
}
