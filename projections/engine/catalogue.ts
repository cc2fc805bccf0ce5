import type { Collection, Document, DocumentStore } from '../document-store/port.ts';
import { generationName, openCollection } from './generation.ts';
import type { AnyProjection } from './projection.ts';

/** Where the engine keeps which generation of each projection is served; everything else about them can be rebuilt. */
export const CATALOGUE = 'projections';

/** One projection's generations. `live` is the pointer: writing it is the switch. */
export interface CatalogueEntry extends Document {
  readonly live: string | null;
  readonly liveVersion: number;
  /** Indexes of the live generation: an older version is served only if it can answer the same questions. */
  readonly liveIndexes: readonly string[];
  readonly building: string | null;
  readonly buildingVersion: number;
  /** To be dropped. */
  readonly retired: readonly string[];
  /** Number of the next generation. */
  readonly next: number;
}

/** Reads and writes the pointer documents; there is one writer, the engine. */
export class Catalogue {
  readonly #store: DocumentStore;
  readonly #entries: Collection<CatalogueEntry>;
  #changing: Promise<unknown> = Promise.resolve();

  constructor(store: DocumentStore) {
    this.#store = store;
    this.#entries = store.collection<CatalogueEntry>({ name: CATALOGUE, indexes: [] });
  }

  async entry(projection: AnyProjection): Promise<CatalogueEntry> {
    return (
      (await this.#entries.get(projection.name)) ?? {
        _id: projection.name,
        live: null,
        liveVersion: 0,
        liveIndexes: [],
        building: null,
        buildingVersion: 0,
        retired: [],
        next: 1,
      }
    );
  }

  /** Names the generation to be built: the one begun earlier, if it is of this version, or else a new one. */
  async beginBuild(projection: AnyProjection): Promise<string> {
    const { building } = await this.#change(projection, (entry) =>
      entry.building && entry.buildingVersion === projection.version
        ? entry
        : {
            ...entry,
            building: generationName(projection.name, projection.version, entry.next),
            buildingVersion: projection.version,
            retired: entry.building ? [...entry.retired, entry.building] : entry.retired,
            next: entry.next + 1,
          },
    );
    return building as string;
  }

  /** Gives up what has been built so far. */
  async abandonBuild(projection: AnyProjection): Promise<void> {
    await this.#change(projection, (entry) =>
      entry.building ? { ...entry, building: null, retired: [...entry.retired, entry.building] } : entry,
    );
  }

  /** A generation beside the live one that is never served; it is dropped at the next start if not before. */
  async beginScratch(projection: AnyProjection): Promise<string> {
    const { retired } = await this.#change(projection, (entry) => ({
      ...entry,
      retired: [...entry.retired, generationName(projection.name, projection.version, entry.next)],
      next: entry.next + 1,
    }));
    return retired.at(-1) as string;
  }

  /** The switch: one pointer write. */
  async makeLive(projection: AnyProjection, generation: string): Promise<void> {
    await this.#change(projection, (entry) => ({
      ...entry,
      live: generation,
      liveVersion: projection.version,
      liveIndexes: [...projection.indexes],
      building: entry.building === generation ? null : entry.building,
      retired: entry.live && entry.live !== generation ? [...entry.retired, entry.live] : entry.retired,
    }));
  }

  /** Takes the pointer away from documents that must not be served. */
  async retireLive(projection: AnyProjection): Promise<void> {
    await this.#change(projection, (entry) =>
      entry.live ? { ...entry, live: null, retired: [...entry.retired, entry.live] } : entry,
    );
  }

  async dropRetired(projection: AnyProjection, only?: string): Promise<void> {
    const { retired } = await this.entry(projection);
    const dropped = retired.filter((name) => only === undefined || name === only);
    for (const name of dropped) await openCollection(this.#store, name, projection.indexes).drop();
    await this.#change(projection, (entry) => {
      const rest = entry.retired.filter((name) => !dropped.includes(name));
      return rest.length === entry.retired.length ? entry : { ...entry, retired: rest };
    });
  }

  /** One change at a time, each on what the one before it left. */
  #change(projection: AnyProjection, change: (entry: CatalogueEntry) => CatalogueEntry): Promise<CatalogueEntry> {
    const changed = this.#changing.then(async () => {
      const entry = await this.entry(projection);
      const next = change(entry);
      if (next !== entry && !(await this.#entries.replace(next))) await this.#entries.insert(next);
      return next;
    });
    this.#changing = changed.catch(() => undefined);
    return changed;
  }
}
