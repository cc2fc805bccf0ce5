import type { Collection, DocumentStore } from '../document-store/port.ts';
import type { CatalogueEntry } from './catalogue.ts';
import type { EventSource } from './event-source.ts';
import { Generation } from './generation.ts';
import type { AnyProjection } from './projection.ts';
import { NONE_QUARANTINED } from './quarantine.ts';
import type { FoldedDocument } from './routing.ts';
import type { Fault, ProjectionStatus, Quarantined, RebuildProgress } from './status.ts';

/** The generation that readers see: a `Generation` of this process, or a `Followed` one. */
export interface Live {
  readonly name: string;
  readonly collection: Collection<FoldedDocument>;
  readonly position: bigint;
  readonly fault: Fault | null;
  readonly quarantined: Quarantined;
}

/** A generation that another process folds, as far as this process knows. */
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
 * The live generation of the catalogue, if it may be served: not if it is of another or a rewound log; an older version
 * only if it supports the same queries.
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

/** One projection and the generation that readers see. */
export class Served {
  readonly projection: AnyProjection;
  live: Live | null = null;
  /** False while documents of an older version are served, which do not change until the new generation takes over. */
  isCurrent = false;
  progress: RebuildProgress | null = null;
  /** The fault of a generation that could not be built. */
  buildFault: Fault | null = null;
  /** The leader's last announcement about it. */
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

  /** Whether it follows the log, so that callers may wait for it. */
  get isFollowing(): boolean {
    return this.isCurrent && this.live !== null && this.live.fault === null;
  }

  /** Serves what another process folds: `live` from the catalogue, and the leader's announcement. */
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
    // Absent in announcements of earlier versions.
    followed.quarantined = told.quarantined ?? followed.quarantined;
    this.isCurrent = told.state !== 'building';
  }

  /** Serves a generation that this process folds; returns the former one. */
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

  /** This process stops folding; readers keep what they see. */
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
