import type { DocumentStore } from '../document-store/port.ts';
import type { Catalogue } from './catalogue.ts';
import type { EventSource } from './event-source.ts';
import { Generation } from './generation.ts';
import type { LiveLoop } from './live-loop.ts';
import type { AnyProjection } from './projection.ts';
import type { Fault, ProjectionStatus, RebuildProgress } from './status.ts';

/** One projection and the generation of it that readers see. */
export class Served {
  readonly projection: AnyProjection;
  generation: Generation | null = null;
  /** False while an older version's documents are served: they stand still until the new generation takes over. */
  isCurrent = false;
  progress: RebuildProgress | null = null;
  /** Of a generation that could not be built. */
  buildFault: Fault | null = null;

  constructor(projection: AnyProjection) {
    this.projection = projection;
  }

  get fault(): Fault | null {
    return this.generation?.fault ?? this.buildFault;
  }

  /** Whether it moves with the log, so that somebody may wait for it. */
  get isFollowing(): boolean {
    return this.isCurrent && this.generation !== null && this.generation.fault === null;
  }

  /**
   * Finds what can be served at the start. Documents of another log, or of one that was rewound, are not; those of an older
   * version are, if they can answer the same questions.
   */
  async find(store: DocumentStore, catalogue: Catalogue, log: EventSource): Promise<void> {
    const { projection } = this;
    const entry = await catalogue.entry(projection);
    if (entry.live) {
      const isCurrent = entry.liveVersion === projection.version;
      const asWritten = isCurrent ? projection : { ...projection, indexes: entry.liveIndexes };
      const generation = await Generation.open(store, log.storeId, asWritten, entry.live);
      const canAnswer = isCurrent || projection.indexes.every((index) => entry.liveIndexes.includes(index));
      if (canAnswer && (await generation.belongsTo(log))) {
        this.generation = generation;
        this.isCurrent = isCurrent;
      } else {
        await catalogue.retireLive(projection);
      }
    }
    if (entry.building) {
      const begun = await Generation.open(store, log.storeId, projection, entry.building);
      if (begun.isBegun && !(await begun.belongsTo(log))) await catalogue.abandonBuild(projection);
    }
    await catalogue.dropRetired(projection);
  }

  /** Takes over from the generation before it, when both have seen the same; answers that one. */
  switchTo(generation: Generation, loop: LiveLoop): Promise<Generation | null> {
    return new Promise((resolve) =>
      loop.atBoundary(() => {
        const before = this.generation;
        this.generation = generation;
        this.isCurrent = true;
        this.buildFault = null;
        this.progress = null;
        if (before) void loop.leave(before);
        resolve(before);
      }),
    );
  }

  status(head: bigint, isMember: boolean, eventsPerSecond: number): ProjectionStatus {
    const { projection, generation, fault, progress } = this;
    const position = generation?.position ?? 0n;
    const following = isMember ? 'live' : 'catching-up';
    return {
      name: projection.name,
      version: projection.version,
      generation: generation?.name ?? null,
      state: fault ? 'faulted' : this.isCurrent ? following : 'building',
      position: String(position),
      lag: Math.max(0, Number(head - position)),
      eventsPerSecond: isMember ? eventsPerSecond : 0,
      fault,
      rebuild: progress,
    };
  }
}
