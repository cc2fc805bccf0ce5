import type { Collection, DocumentStore } from '../document-store/port.ts';
import type { CatalogueEntry } from './catalogue.ts';
import type { EventSource } from './event-source.ts';
import { Generation } from './generation.ts';
import type { AnyProjection } from './projection.ts';
import { NONE_QUARANTINED } from './quarantine.ts';
import type { FoldedDocument } from './routing.ts';
import type { Fault, ProjectionStatus, Quarantined, RebuildProgress } from './status.ts';

/** The generation that readers see, whoever folds it: a `Generation` of this process, or one `Followed`. */
export interface Live {
  readonly name: string;
  readonly collection: Collection<FoldedDocument>;
  readonly position: bigint;
  readonly fault: Fault | null;
  readonly quarantined: Quarantined;
}

/** A generation that another process folds, as far as is known here. */
class Followed implements Live {
  readonly name: string;
  readonly collection: Collection<FoldedDocument>;
  position: bigint;
  fault: Fault | null;
  quarantined: Quarantined;

  constructor({ name, collection, position, fault, quarantined }: Live) {
    this.name = name;
    this.collection = collection;
    this.position = position;
    this.fault = fault;
    this.quarantined = quarantined;
  }
}

/**
 * The live generation that the catalogue names, if it may be served. Documents of another log, or of one that was rewound,
 * are not; those of an older version are, if they can answer the same questions.
 */
export async function openLive(
  { store, log }: { store: DocumentStore; log: EventSource },
  projection: AnyProjection,
  { live, liveVersion, liveIndexes }: CatalogueEntry,
): Promise<Generation | null> {
  if (!live) return null;
  const isCurrent = liveVersion === projection.version;
  if (!isCurrent && projection.indexes.some((index) => !liveIndexes.includes(index))) return null;
  const asWritten = isCurrent ? projection : { ...projection, indexes: liveIndexes };
  const generation = await Generation.open(store, log.storeId, asWritten, live);
  return (await generation.belongsTo(log)) ? generation : null;
}

/** One projection and the generation of it that readers see. */
export class Served {
  readonly projection: AnyProjection;
  live: Live | null = null;
  /** False while an older version's documents are served: they stand still until the new generation takes over. */
  isCurrent = false;
  progress: RebuildProgress | null = null;
  /** Of a generation that could not be built. */
  buildFault: Fault | null = null;
  /** What the leading process last said of it. */
  #told: ProjectionStatus | undefined;

  constructor(projection: AnyProjection) {
    this.projection = projection;
  }

  get name(): string {
    return this.projection.name;
  }

  get position(): bigint {
    return this.live?.position ?? 0n;
  }

  get fault(): Fault | null {
    return this.live?.fault ?? this.buildFault;
  }

  get quarantined(): Quarantined {
    return this.live?.quarantined ?? NONE_QUARANTINED;
  }

  /** Whether it moves with the log, so that somebody may wait for it. */
  get isFollowing(): boolean {
    return this.isCurrent && this.live !== null && this.live.fault === null;
  }

  /** Shows what another process folds: `live` as the catalogue names it now, and what the leader has told of it. */
  follow(live: Live | null, isPresentVersion: boolean, told: ProjectionStatus | undefined): void {
    const same = live && live.name === this.live?.name ? this.live : live;
    const followed = same && (same instanceof Followed ? same : new Followed(same));
    this.#told = told;
    this.live = followed;
    this.isCurrent = isPresentVersion;
    this.progress = told?.rebuild ?? null;
    this.buildFault = followed ? null : (told?.fault ?? null);
    if (!followed || told?.generation !== followed.name) return;
    const position = BigInt(told.position);
    if (position > followed.position) followed.position = position;
    followed.fault = told.fault;
    // A leader of an earlier version does not report it.
    followed.quarantined = told.quarantined ?? followed.quarantined;
    this.isCurrent = told.state !== 'building';
  }

  /** Readers see this generation from now on, which this process folds; answers the one before it. */
  lead(generation: Generation | null, isCurrent: boolean): Live | null {
    const before = this.live;
    this.live = generation;
    this.isCurrent = isCurrent;
    this.buildFault = null;
    this.progress = null;
    const { stopped } = this.projection;
    if (!stopped) return before;
    if (generation && isCurrent) generation.fault = stopped;
    else this.buildFault = stopped;
    return before;
  }

  /** This process folds it no longer: what readers see stays. */
  release(): void {
    if (this.live instanceof Generation) this.live = new Followed(this.live);
    this.progress = null;
  }

  status(head: bigint, member: { isMember: boolean; eventsPerSecond: number } | null): ProjectionStatus {
    const { projection, live, fault, progress, position } = this;
    const isMember = member ? member.isMember : this.#told?.state === 'live';
    const eventsPerSecond = member ? member.eventsPerSecond : (this.#told?.eventsPerSecond ?? 0);
    const following = isMember ? 'live' : 'catching-up';
    return {
      name: projection.name,
      version: projection.version,
      generation: live?.name ?? null,
      state: fault ? 'faulted' : this.isCurrent ? following : 'building',
      position: String(position),
      lag: Math.max(0, Number(head - position)),
      eventsPerSecond: isMember ? eventsPerSecond : 0,
      fault,
      quarantined: this.quarantined,
      rebuild: progress,
    };
  }
}
