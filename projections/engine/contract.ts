import type { Observable } from 'rxjs';
import type { Collection, Document, DocumentStore } from '../document-store/port.ts';
import type { EventPage, EventSource } from './event-source.ts';
import type { AnyProjection, Projection } from './projection.ts';
import type { EngineStatus, RebuildProgress } from './status.ts';

/** Throws `ReadModelNotReady` while no generation is live. */
export type ReadModel<Doc extends Document> = Pick<Collection<Doc>, 'get' | 'getMany' | 'find' | 'count'>;

/** Documents of an organization: those of `stored` as they are today, and `removed` ones by their ids. */
export interface PastRequest<Doc extends Document> {
  readonly organizationId: string;
  readonly stored: readonly Doc[];
  readonly removed?: readonly string[];
}

export interface Build {
  readonly projection: string;
  readonly generation: string;
}

export type Rebuilder = (
  builds: readonly Build[],
  onProgress: (progress: RebuildProgress) => void,
  signal: AbortSignal,
) => Promise<void>;

export interface Difference {
  readonly projection: string;
  readonly id: string;
  readonly members: readonly string[];
  readonly isQuarantined: boolean;
}

export interface StoredGenerations {
  readonly live: string | null;
  readonly building: string | null;
  /** Dropped within a minute. */
  readonly retired: readonly string[];
}

export interface BuildReport {
  readonly projections: readonly string[];
  readonly state: 'begun' | 'done' | 'failed';
  readonly ms?: number;
  readonly error?: unknown;
}

export interface EngineOptions {
  readonly log: EventSource;
  readonly readModels: DocumentStore;
  readonly projections: readonly AnyProjection[];
  readonly isShared?: boolean;
  /** Prefix of a second engine's collections. Its projections may change; it takes no rebuild requests. */
  readonly name?: string;
  /** Reads what another process or thread folds; never leads, emits no pages. */
  readonly isReader?: boolean;
  readonly rebuilder?: Rebuilder;
  /** Events that are followed per step, before other work of this thread; default some hundred. */
  readonly pageSize?: number;
  /** Small documents that a rebuild keeps in memory while requests are served; default: a few thousand large ones. */
  readonly heldBeside?: number;
  /** Resolves when no request waits; true if it had to wait. */
  readonly standAside?: () => Promise<boolean>;
  readonly onProblem?: (message: string, error: unknown) => void;
  readonly onBuild?: (build: BuildReport) => void;
  /** How long a generation outlives its replacement; default 60 s. */
  readonly retireAfterMs?: number;
  /** Silence of a leader after which a rebuild request fails; default 20 s. */
  readonly silenceMs?: number;
}

export interface Engine {
  /** Serves the generations of the catalogue and follows the leader. */
  start(): Promise<void>;
  /**
   * Folds, builds, retires and rebuilds until the signal aborts or another process leads; then this process writes
   * nothing more. Retries unavailable stores. May be called again. `term`: fencing token of the lease, null if no other
   * process can lead.
   */
  lead(signal: AbortSignal, term?: number | null): Promise<void>;
  /** The next lease's term must be greater. */
  newestTerm(): Promise<number>;
  /** Resolves when everything is served that a short log allows to build at once. */
  whenServing(): Promise<void>;
  /** New projections are built in one pass, new versions serve old documents until then, removed ones are dropped. */
  reconcile(projections: readonly AnyProjection[]): void;
  stop(): Promise<void>;
  /** Waits until the projections (default: all) have folded `position`; `stale` for faulted or unbuilt ones. */
  waitFor(
    position: bigint,
    options?: { timeoutMs?: number; collections?: readonly string[] },
  ): Promise<'reached' | 'stale'>;
  whenReady(): Promise<void>;
  status(): Promise<EngineStatus>;
  isReady(): Promise<boolean>;
  /** The stored generations of each projection. */
  generations(): Promise<ReadonlyMap<string, StoredGenerations>>;
  /** The generation that this process reads; null without one. Another may have other documents at the same position. */
  liveGeneration(projection: string): string | null;
  /** Stored documents of a live generation, deleted ones included; null without one. */
  countDocuments(projection: string): Promise<number | null>;
  /** A command's answer waits for the projections that handle its event types. */
  handling(eventTypes: Iterable<string>): readonly string[];
  collection<Doc extends Document>(projection: Pick<Projection<Doc, never>, 'name'>): ReadModel<Doc>;
  /** Builds a generation beside the live one and switches. The leader does it; throws `NoLeader` without one. */
  rebuild(names: string | readonly string[] | 'all', onProgress?: (progress: RebuildProgress) => void): Promise<void>;
  /** `at`: a position of the log or a revision of the first stream. Undefined if the document did not exist. */
  asOf<Doc extends Document>(
    projection: Projection<Doc, never>,
    id: string,
    at: bigint | number,
  ): Promise<Doc | undefined>;
  /** The same for many documents. Throws `PastTooFar`. */
  pastOf<Doc extends Document>(
    projection: Projection<Doc, never>,
    documents: PastRequest<Doc>,
    until: bigint,
  ): Promise<readonly Doc[]>;
  /**
   * Pages that the live read models have folded, each once, without gaps; read models that are behind report on
   * `unseen$`. Hot; slow consumers use `subscribe`.
   */
  readonly events$: Observable<EventPage>;
  /**
   * Emits when answers may change without a page: after a switch or a catch-up, or when the leader is ahead. Clear
   * caches then. `waitFor` resolves only after `events$` or `unseen$` reported its position.
   */
  readonly unseen$: Observable<void>;
  /** A consumer that falls behind the limit reads from the log again. */
  subscribe(options: { after: bigint; signal: AbortSignal; limit?: number }): AsyncIterable<EventPage>;
  /** Folds the log once for all named projections and reports differences from the live generations. */
  compareWithFreshFold(
    names: readonly string[],
    onProgress?: (progress: RebuildProgress) => void,
  ): AsyncIterable<Difference>;
}

/** The former generation stays. */
export class RebuildFailed extends Error {
  override readonly name = 'RebuildFailed';
}

/** It was removed, or is not added yet. */
export class UnknownProjection extends Error {
  override readonly name = 'UnknownProjection';
}

/** No generation of the current version can be served yet: retry later. */
export class ReadModelNotReady extends Error {
  override readonly name = 'ReadModelNotReady';
}
