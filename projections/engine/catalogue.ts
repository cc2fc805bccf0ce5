import type { Collection, Document, DocumentStore } from '../document-store/port.ts';
import { type Announcement, LEADER_ID } from './announcement.ts';
import { generationName, openCollection } from './generation.ts';
import type { StoredProjection } from './projection.ts';
import { Superseded } from './term.ts';

const CATALOGUE = 'projections';

/** Collections of a second engine have its name as prefix. */
export const collectionOf = (engine: string | undefined, name: string): string =>
  engine === undefined ? name : `${engine}.${name}`;

/** Writing `live` is the switch. */
export interface CatalogueEntry extends Document {
  readonly live: string | null;
  readonly liveVersion: number;
  /** Indexes of the live generation: an older version is served only if it supports the same queries. */
  readonly liveIndexes: readonly string[];
  readonly building: string | null;
  readonly buildingVersion: number;
  readonly retired: readonly string[];
  readonly scratch: readonly string[];
  readonly next: number;
  /** Term of the newest leader that took over; older leaders change nothing. */
  readonly term: number;
  /** Guards each change; null before the first. */
  readonly revision: number | null;
}

const unheardOf = (name: string): CatalogueEntry => ({
  _id: name,
  live: null,
  liveVersion: 0,
  liveIndexes: [],
  building: null,
  buildingVersion: 0,
  retired: [],
  scratch: [],
  next: 1,
  term: 0,
  revision: null,
});

export class Catalogue {
  /** The leader's fencing token; null if no other process can lead. */
  term: number | null = null;
  readonly #store: DocumentStore;
  readonly #entries: Collection<CatalogueEntry>;
  readonly #engine: string | undefined;

  constructor(store: DocumentStore, engine?: string) {
    this.#store = store;
    this.#engine = engine;
    this.#entries = store.collection<CatalogueEntry>({ name: collectionOf(engine, CATALOGUE), indexes: [] });
  }

  /** In the same collection, so that one read gives a follower everything. */
  get announcements(): Collection<Announcement> {
    return this.#entries as unknown as Collection<Announcement>;
  }

  async read(): Promise<{ entries: ReadonlyMap<string, CatalogueEntry>; announcement: Announcement | undefined }> {
    const { documents } = await this.#entries.find({});
    const entries = new Map(documents.map((entry) => [entry._id, { ...unheardOf(entry._id), ...entry }]));
    const announcement = entries.get(LEADER_ID) as Announcement | undefined;
    entries.delete(LEADER_ID);
    return { entries, announcement };
  }

  async entry(projection: StoredProjection): Promise<CatalogueEntry> {
    return { ...unheardOf(projection.name), ...(await this.#entries.get(projection.name)) };
  }

  /** Fences out older leaders for this projection. */
  async takeOn(projection: StoredProjection): Promise<CatalogueEntry> {
    return this.#change(projection, (entry) =>
      this.term === null || entry.term === this.term ? entry : { ...entry, term: this.term },
    );
  }

  async beginBuild(projection: StoredProjection): Promise<string> {
    const { building } = await this.#change(projection, (entry) =>
      entry.building && entry.buildingVersion === projection.version
        ? entry
        : {
            ...entry,
            building: this.#nextGeneration(projection, entry),
            buildingVersion: projection.version,
            retired: entry.building ? [...entry.retired, entry.building] : entry.retired,
            next: entry.next + 1,
          },
    );
    return building as string;
  }

  async abandonBuild(projection: StoredProjection): Promise<void> {
    await this.#change(projection, (entry) =>
      entry.building ? { ...entry, building: null, retired: [...entry.retired, entry.building] } : entry,
    );
  }

  async makeLive(projection: StoredProjection, generation: string): Promise<void> {
    await this.#change(projection, (entry) => ({
      ...entry,
      live: generation,
      liveVersion: projection.version,
      liveIndexes: [...projection.indexes],
      building: entry.building === generation ? null : entry.building,
      retired: entry.live && entry.live !== generation ? [...entry.retired, entry.live] : entry.retired,
    }));
  }

  /** Removes the pointer to documents that must not be served. */
  async retireLive(projection: StoredProjection): Promise<void> {
    await this.#change(projection, (entry) =>
      entry.live ? { ...entry, live: null, retired: [...entry.retired, entry.live] } : entry,
    );
  }

  async dropRetired(projection: StoredProjection, names: readonly string[]): Promise<void> {
    const { retired } = await this.entry(projection);
    await this.#drop(
      projection,
      names.filter((name) => retired.includes(name)),
    );
    await this.#change(projection, (entry) => without(entry, 'retired', names));
  }

  async beginScratch(projection: StoredProjection): Promise<string> {
    const { scratch } = await this.#changeAsAnyone(projection, (entry) => ({
      ...entry,
      scratch: [...entry.scratch, this.#nextGeneration(projection, entry)],
      next: entry.next + 1,
    }));
    return scratch.at(-1) as string;
  }

  async dropScratch(projection: StoredProjection, names: readonly string[]): Promise<void> {
    await this.#drop(projection, names);
    await this.#changeAsAnyone(projection, (entry) => without(entry, 'scratch', names));
  }

  /** Retires all generations of a removed projection; returns those to drop. */
  async retireAll(projection: StoredProjection): Promise<readonly string[]> {
    const { retired, scratch } = await this.#change(projection, (entry) =>
      entry.live === null && entry.building === null && entry.term === this.term
        ? entry
        : {
            ...entry,
            live: null,
            building: null,
            retired: [...entry.retired, ...[entry.live, entry.building].filter((name) => name !== null)],
            term: this.term ?? entry.term,
          },
    );
    return [...retired, ...scratch];
  }

  async remove(projection: StoredProjection, generations: readonly string[]): Promise<void> {
    await this.#drop(projection, generations);
    const { term, revision } = await this.entry(projection);
    if (term === (this.term ?? 0)) await this.#entries.delete(projection.name, { revision });
  }

  #nextGeneration({ name, version }: StoredProjection, { next }: CatalogueEntry): string {
    return collectionOf(this.#engine, generationName(name, version, next));
  }

  async #drop(projection: StoredProjection, names: readonly string[]): Promise<void> {
    for (const name of names) await openCollection(this.#store, name, projection).drop();
  }

  #change(projection: StoredProjection, change: (entry: CatalogueEntry) => CatalogueEntry): Promise<CatalogueEntry> {
    return this.#changeAsAnyone(projection, (entry) => {
      if (entry.term > (this.term ?? 0)) throw new Superseded(`Another process leads ${projection.name}`);
      return change(entry);
    });
  }

  /** Retries on the newest entry if another process changed it. */
  async #changeAsAnyone(
    projection: StoredProjection,
    change: (entry: CatalogueEntry) => CatalogueEntry,
  ): Promise<CatalogueEntry> {
    for (;;) {
      const stored = await this.#entries.get(projection.name);
      const entry = { ...unheardOf(projection.name), ...stored };
      const wanted = change(entry);
      if (wanted === entry) return entry;
      const changed = { ...wanted, revision: (entry.revision ?? 0) + 1 };
      const guard = { revision: entry.revision };
      if (await (stored ? this.#entries.replace(changed, guard) : this.#entries.insert(changed))) return changed;
    }
  }
}

const without = (entry: CatalogueEntry, member: 'retired' | 'scratch', names: readonly string[]): CatalogueEntry => {
  const rest = entry[member].filter((name) => !names.includes(name));
  return rest.length === entry[member].length ? entry : { ...entry, [member]: rest };
};
