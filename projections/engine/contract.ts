import type { Observable } from 'rxjs';
import type { Collection, Document, DocumentStore } from '../document-store/port.ts';
import type { EventPage, EventSource } from './event-source.ts';
import type { AnyProjection, Projection } from './projection.ts';
import type { EngineStatus, RebuildProgress } from './status.ts';

/** Read access to the live generation. Throws `ReadModelNotReady` while there is none. */
export type ReadModel<Doc extends Document> = Pick<Collection<Doc>, 'get' | 'getMany' | 'find' | 'count'>;

/** A generation to fold; plain data for a worker thread. */
export interface Build {
  readonly projection: string;
  readonly generation: string;
}

/** Folds generations up to the head of the log, in this thread or in a worker (`rebuild.ts` runs in both). */
export type Rebuilder = (
  builds: readonly Build[],
  onProgress: (progress: RebuildProgress) => void,
  signal: AbortSignal,
) => Promise<void>;

/** A document that differs from a fresh fold. */
export interface Difference {
  readonly projection: string;
  readonly id: string;
  /** Top-level members that differ. */
  readonly members: readonly string[];
  /** Quarantined in the read model, but not in the fresh fold. */
  readonly isQuarantined: boolean;
}

/** `ms` is absent at the start; `error` is present after a failure. */
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
  /** True if other processes serve or fold the same read models. */
  readonly isShared?: boolean;
  /**
   * The name of a second engine in the same store, and the prefix of its collections. Its set of projections may
   * change; removed ones are dropped from the store. It takes no rebuild requests: a new version is the way to rebuild.
   */
  readonly name?: string;
  /** Never leads and passes on no pages: it reads what another process or thread folds. */
  readonly isReader?: boolean;
  /** Default: in this process. */
  readonly rebuilder?: Rebuilder;
  /** Events per step before other work of this thread; default some hundred. */
  readonly pageSize?: number;
  /** For builds in this process: resolves when no request waits; true if it had to wait. */
  readonly standAside?: () => Promise<boolean>;
  /** Called for everything that belongs into the operator's log. */
  readonly onProblem?: (message: string, error: unknown) => void;
  /** Called at the start and the end of a build. */
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
   * Folds, builds, retires and rebuilds in this process, until the signal aborts or another process leads. Resolves
   * when it writes nothing any more. Unavailable stores do not end it. May be called again. `term` is the lease's
   * fencing token; null only if no other process can lead.
   */
  lead(signal: AbortSignal, term?: number | null): Promise<void>;
  /** The newest term of these read models; the next lease must be greater. */
  newestTerm(): Promise<number>;
  /** Resolves when everything is served that a short log allows to build at once. */
  whenServing(): Promise<void>;
  /**
   * Replaces the set of projections. New ones are built in one pass; a new version serves the old documents until it is
   * built; removed ones are dropped when nobody reads them any more.
   */
  reconcile(projections: readonly AnyProjection[]): void;
  /** Writes the last checkpoints; resolves when nothing runs any more. */
  stop(): Promise<void>;
  /**
   * Waits until the named projections (default: all) have folded up to `position`. Does not wait for faulted or unbuilt
   * ones; returns `stale` then.
   */
  waitFor(
    position: bigint,
    options?: { timeoutMs?: number; collections?: readonly string[] },
  ): Promise<'reached' | 'stale'>;
  /**
   * Resolves when every projection that can follow has reached the head of the log at the start, and no build is
   * running.
   */
  whenReady(): Promise<void>;
  status(): Promise<EngineStatus>;
  /** Whether `whenReady` has been reached. Throws if the store is unavailable. */
  isReady(): Promise<boolean>;
  /** Names of the projections that handle these event types: a command's answer waits for them. */
  handling(eventTypes: Iterable<string>): readonly string[];
  collection<Doc extends Document>(projection: Pick<Projection<Doc, never>, 'name'>): ReadModel<Doc>;
  /**
   * Builds a new generation beside the live one and switches to it; several in one pass. With shared read models the
   * leading process does it; throws `NoLeader` if there is none.
   */
  rebuild(names: string | readonly string[] | 'all', onProgress?: (progress: RebuildProgress) => void): Promise<void>;
  /**
   * The document at that instant (ISO-8601) or version (a revision of its first stream); undefined if it did not exist.
   */
  asOf<Doc extends Document>(
    projection: Projection<Doc, never>,
    id: string,
    at: string | number,
  ): Promise<Doc | undefined>;
  /**
   * Pages after the live read models have folded them, in whichever process; each once, without gaps. Does not wait for
   * read models that are behind; `unseen$` reports when they have caught up. Hot; slow consumers use `subscribe`.
   */
  readonly events$: Observable<EventPage>;
  /**
   * Emits when answers may change without a page: another generation is served, a read model has caught up, or the
   * leader is ahead of this process's subscription. Caches must be cleared. `waitFor` ends only after its position was
   * reported in one of the two ways.
   */
  readonly unseen$: Observable<void>;
  /** Pages from the log, then live ones; a consumer that falls behind the limit reads from the log again. */
  subscribe(options: { after: bigint; signal: AbortSignal; limit?: number }): AsyncIterable<EventPage>;
  /**
   * Folds the log once for all named projections and reports what differs from the live generations (`intake verify`).
   */
  compareWithFreshFold(
    names: readonly string[],
    onProgress?: (progress: RebuildProgress) => void,
  ): AsyncIterable<Difference>;
}

/** A rebuild that failed; the message says why. The former generation stays. */
export class RebuildFailed extends Error {
  override readonly name = 'RebuildFailed';
}

/** No generation, or none of the current version, can be served yet. Retry when it is built. */
export class ReadModelNotReady extends Error {
  override readonly name = 'ReadModelNotReady';
}
