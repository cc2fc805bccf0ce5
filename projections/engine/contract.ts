import type { Observable } from 'rxjs';
import type { Collection, Document, DocumentStore } from '../document-store/port.ts';
import type { EventPage, EventSource } from './event-source.ts';
import type { AnyProjection, Projection } from './projection.ts';
import type { EngineStatus, RebuildProgress } from './status.ts';

/** What readers may do with a read model; always its live generation. Throws `ReadModelNotReady` while there is none. */
export type ReadModel<Doc extends Document> = Pick<Collection<Doc>, 'get' | 'getMany' | 'find' | 'count'>;

/** A generation to be folded from the log; plain data, so that it can be sent to a worker thread. */
export interface Build {
  readonly projection: string;
  readonly generation: string;
}

/** Brings generations up to the head of the log: in this thread, or in a worker (`rebuild.ts` does the work in both). */
export type Rebuilder = (
  builds: readonly Build[],
  onProgress: (progress: RebuildProgress) => void,
  signal: AbortSignal,
) => Promise<void>;

/** A document that differs from what folding the log anew gives. */
export interface Difference {
  readonly projection: string;
  readonly id: string;
  /** Top-level members that differ. */
  readonly members: readonly string[];
  /** The document is quarantined, but not in the fresh fold. */
  readonly isQuarantined: boolean;
}

/** `ms` is absent at the beginning; `error` is there when it failed. */
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
  /** Other processes serve or fold the same read models. Default: this one has them for itself. */
  readonly isShared?: boolean;
  /**
   * Of an engine beside the main one, in the same store: its collections begin with this name. Its set of projections may
   * change; those that are not in it are dropped from the store. Nobody can ask it for a rebuild: a new version is one.
   */
  readonly name?: string;
  /** This process never leads and hands on no pages: it reads what another process or thread folds. */
  readonly isReader?: boolean;
  /** Default: in this process. */
  readonly rebuilder?: Rebuilder;
  /** Events that are folded before others in this thread get their turn; default some hundred. */
  readonly pageSize?: number;
  /** For builds in this process: resolves as soon as nobody has to be given way; tells whether somebody had to be. */
  readonly standAside?: () => Promise<boolean>;
  /** Told of everything that an operator should see in the log. */
  readonly onProblem?: (message: string, error: unknown) => void;
  /** Told when this process begins to build read models, and how that ended. */
  readonly onBuild?: (build: BuildReport) => void;
  /** How long a generation outlives the switch to the next one; default 60 s. */
  readonly retireAfterMs?: number;
  /** How long no leader may be heard of before a rebuild that was asked for is given up; default 20 s. */
  readonly silenceMs?: number;
}

export interface Engine {
  /** Serves what the catalogue names, and follows what the leading process makes of it. */
  start(): Promise<void>;
  /**
   * Makes this process the one that folds, builds what is missing, retires what is old and carries out rebuilds, until the
   * signal aborts or another process leads. Resolves when it has stopped completely: nothing of it writes any more. Stores
   * that are away do not end it. May be called again then. `term` is the fencing number of the lease; only where no other
   * process can lead it may be null.
   */
  lead(signal: AbortSignal, term?: number | null): Promise<void>;
  /** The newest term in which these read models were folded; the next lease must have a larger number. */
  newestTerm(): Promise<number>;
  /** Resolves when the leader in this process serves all that it could build at once: a short log. A long one takes longer. */
  whenServing(): Promise<void>;
  /**
   * Replaces the set of projections. What is new is built beside the others, all that waits in one pass; a new version serves
   * the old one's documents until it is built; what is gone is dropped once nobody reads it any more.
   */
  reconcile(projections: readonly AnyProjection[]): void;
  /** Writes the last checkpoints; resolves when nothing of the engine runs any more. */
  stop(): Promise<void>;
  /**
   * Waits until the named projections (default: all) have folded everything up to `position`. Does not wait for one that is
   * faulted or being built, but says `stale` then.
   */
  waitFor(
    position: bigint,
    options?: { timeoutMs?: number; collections?: readonly string[] },
  ): Promise<'reached' | 'stale'>;
  /** Resolves when all that can follow have reached the head of the log as it was at the start, and no build is under way. */
  whenReady(): Promise<void>;
  status(): Promise<EngineStatus>;
  /** Whether `whenReady` has been reached. Throws what a store throws that cannot be reached now. */
  isReady(): Promise<boolean>;
  /** Names of the projections that handle one of these event types: whom a command's answer waits for. */
  handling(eventTypes: Iterable<string>): readonly string[];
  collection<Doc extends Document>(projection: Pick<Projection<Doc, never>, 'name'>): ReadModel<Doc>;
  /**
   * Builds the next generation beside the live one and switches to it; several in one pass. Where others share the read
   * models, the leading process does it, whichever that is; `NobodyLeads` tells that there is none.
   */
  rebuild(names: string | readonly string[] | 'all', onProgress?: (progress: RebuildProgress) => void): Promise<void>;
  /** The document as it was at that instant (ISO-8601) or version (a revision of its first stream); undefined if it did not exist. */
  asOf<Doc extends Document>(
    projection: Projection<Doc, never>,
    id: string,
    at: string | number,
  ): Promise<Doc | undefined>;
  /**
   * Pages after the live read models have taken them in, whichever process folds them; each once, without gaps. Read models
   * that lag behind what has been passed on are not waited for; `unseen$` tells when they have come up. Hot; for consumers
   * that keep up, others use `subscribe`.
   */
  readonly events$: Observable<EventPage>;
  /**
   * Readers may get other answers than before though no page has told of it: another generation serves, a read model has
   * come up, or the leading process is ahead of this one's subscription. Who remembers answers forgets them. Nobody's
   * `waitFor` ends before what it waited for has been told in either way.
   */
  readonly unseen$: Observable<void>;
  /** The fan-out as a pull: catches up by paging, then live; who falls behind by more than the limit pages again. */
  subscribe(options: { after: bigint; signal: AbortSignal; limit?: number }): AsyncIterable<EventPage>;
  /** Folds the log anew, once for all that are named, beside the live generations and tells what differs (`intake verify`). */
  compareWithFreshFold(
    names: readonly string[],
    onProgress?: (progress: RebuildProgress) => void,
  ): AsyncIterable<Difference>;
}

/** A rebuild that has come to nothing; the message tells why. What was served before is served on. */
export class RebuildFailed extends Error {
  override readonly name = 'RebuildFailed';
}

/** The read model has no generation to serve yet, or none of the present version: try again when it is built. */
export class ReadModelNotReady extends Error {
  override readonly name = 'ReadModelNotReady';
}
