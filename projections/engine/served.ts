import type { Collection, DocumentStore } from '../document-store/port.ts';
import type { CatalogueEntry } from './catalogue.ts';
import type { EventSource } from './event-source.ts';
import { Generation } from './generation.ts';
import type { AnyProjection } from './projection.ts';
import { NONE_QUARANTINED } from './quarantine.ts';
import type { FoldedDocument } from './routing.ts';
import type { Fault, ProjectionStatus, Quarantined, RebuildProgress } from './status.ts';

/** A `Generation` of this process, or a `Followed` one. */
export interface Live {
  readonly name: string;
  readonly collection: Collection<FoldedDocument>;
  readonly position: bigint;
  readonly fault: Fault | null;
  readonly quarantined: Quarantined;
  readonly taken: number | null;
}

/** A generation that another process folds, as far as this process knows. */
class Followed implements Live {
  readonly name: string;
  readonly collection: Collection<FoldedDocument>;
  position: bigint;
  fault: Fault | null;
  quarantined: Quarantined;
  taken: number | null;

  constructor({ name, collection, position, fault, quarantined, taken }: Live) {
    this.name = name;
    this.collection = collection;
    this.position = position;
    this.fault = fault;
    this.quarantined = quarantined;
    this.taken = taken;
  }
}

/** Null if the log is another or was rewound, or an older version lacks indexes for the same queries. */
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

export class Served {
  readonly projection: AnyProjection;
  live: Live | null = null;
  /** False while an older version's documents are served, which do not change. */
  isCurrent = false;
  progress: RebuildProgress | null = null;
  buildFault: Fault | null = null;
  #announced: ProjectionStatus | undefined;

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

  /** Callers may wait for it. */
  get isFollowing(): boolean {
    return this.isCurrent && this.live !== null && this.live.fault === null;
  }

  /** `live`: from the catalogue; `announced`: by the leader. */
  follow(live: Live | null, isPresentVersion: boolean, announced: ProjectionStatus | undefined): void {
    const same = live && live.name === this.live?.name ? this.live : live;
    const followed = same && (same instanceof Followed ? same : new Followed(same));
    this.#announced = announced;
    this.live = followed;
    this.isCurrent = isPresentVersion;
    this.progress = announced?.rebuild ?? null;
    this.buildFault = followed ? null : (announced?.fault ?? null);
    if (!followed || announced?.generation !== followed.name) return;
    const position = BigInt(announced.position);
    if (position >= followed.position) {
      followed.position = position;
      // Absent in announcements of earlier versions.
      followed.taken = announced.taken ?? null;
    }
    followed.fault = announced.fault;
    // Absent in announcements of earlier versions.
    followed.quarantined = announced.quarantined ?? followed.quarantined;
    this.isCurrent = announced.state !== 'building';
  }

  /** Returns the former generation. */
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

  /** Readers keep their generation. */
  release(): void {
    if (this.live instanceof Generation) this.live = new Followed(this.live);
    this.progress = null;
  }

  status(head: bigint, member: { isMember: boolean; eventsPerSecond: number } | null): ProjectionStatus {
    const { projection, live, fault, progress, position } = this;
    const isMember = member ? member.isMember : this.#announced?.state === 'live';
    const eventsPerSecond = member ? member.eventsPerSecond : (this.#announced?.eventsPerSecond ?? 0);
    const ownTypes = Object.keys(projection.on);
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
      taken: live?.taken ?? null,
      organization: projection.organization ?? null,
      types: ownTypes.length > 0 ? ownTypes : (this.#announced?.types ?? []),
      rebuild: progress,
    };
  }
}
