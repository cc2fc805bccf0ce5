import type { Collection, DocumentStore } from '../document-store/port.ts';
import { DocumentStoreUnavailable } from '../document-store/port.ts';
import type { EventPage, EventSource, RecordedEvent } from './event-source.ts';
import type { AnyProjection } from './projection.ts';
import { faultAt, NONE_QUARANTINED, type Quarantine, withQuarantined } from './quarantine.ts';
import { createRouter, type FoldedDocument, isGiven, type Router, routeAll, type Step } from './routing.ts';
import type { Fault, Quarantined } from './status.ts';
import { WorkingSet } from './working-set.ts';

/** In the generation's own collection, so that a power failure cannot leave it ahead of the documents. */
export const CHECKPOINT_ID = '$checkpoint';
/** Marks documents that readers do not see: tombstones and the checkpoint. */
export const HIDDEN = '_deleted';

/** Another event at its position means that the log was rewound or replaced. */
interface LastEvent {
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
}

export interface Checkpoint {
  readonly position: bigint;
  readonly last: LastEvent | null;
  /** For operators; the marks in the documents decide. */
  readonly quarantined: Quarantined;
  /** Events that it was given up to the position; null if an earlier version did not count them. */
  readonly taken: number | null;
}

const lastOf = (event: RecordedEvent): LastEvent => ({ stream: event.stream, revision: event.revision, id: event.id });

export const generationName = (projection: string, version: number, n: number): string =>
  `${projection}@${version}.${n}`;

export const openCollection = (
  store: DocumentStore,
  name: string,
  { indexes, compound }: Pick<AnyProjection, 'indexes' | 'compound'>,
): Collection<FoldedDocument> =>
  store.collection<FoldedDocument>({ name, indexes, compound, showsPending: true, isFolded: true });

interface Positioned {
  readonly position: bigint;
}

export function lowestPosition(all: Iterable<Positioned>, limit: bigint): bigint {
  let least = limit;
  for (const { position } of all) if (position < least) least = position;
  return least;
}

const MAX_RELOADS = 10;
/** Events that are folded again after a crash if nothing was written. */
const LAZY_CHECKPOINT_EVENTS = 1000;

/** Documents that one version of a projection folds from the log, with the checkpoint. */
export class Generation {
  readonly name: string;
  readonly projection: AnyProjection;
  readonly collection: Collection<FoldedDocument>;
  readonly router: Router;
  fault: Fault | null = null;
  readonly #storeId: string;
  #position = 0n;
  /** Readers see a page from when its documents are sent to be written. */
  #shown: bigint | null = null;
  #last: LastEvent | null = null;
  #quarantined = NONE_QUARANTINED;
  #taken: number | null = 0;
  #saved: FoldedDocument | undefined;
  #unsavedEvents = 0;
  #hasWritten = false;
  /** Documents in the store; counted only if their number is limited. */
  #stored = 0;

  private constructor(
    collection: Collection<FoldedDocument>,
    storeId: string,
    projection: AnyProjection,
    name: string,
  ) {
    this.name = name;
    this.projection = projection;
    this.collection = collection;
    this.router = createRouter(projection);
    this.#storeId = storeId;
  }

  /** Without a checkpoint the generation starts before the first event. Creates the indexes. */
  static open(store: DocumentStore, storeId: string, projection: AnyProjection, name: string): Promise<Generation> {
    return Generation.#open(openCollection(store, name, projection), storeId, projection, name);
  }

  /** For many writes: the next `open` creates the indexes, which is several times faster. */
  static openBare(store: DocumentStore, storeId: string, projection: AnyProjection, name: string): Promise<Generation> {
    const { indexes, compound } = projection;
    const collection = store.collection<FoldedDocument>({ name, indexes, compound, indexing: 'later', isFolded: true });
    return Generation.#open(collection, storeId, projection, name);
  }

  static async #open(
    collection: Collection<FoldedDocument>,
    storeId: string,
    projection: AnyProjection,
    name: string,
  ): Promise<Generation> {
    const generation = new Generation(collection, storeId, projection, name);
    const saved = await generation.collection.get(CHECKPOINT_ID);
    generation.#saved = saved;
    generation.#position = saved?._pos ?? 0n;
    generation.#last = (saved?.last as LastEvent | null | undefined) ?? null;
    generation.#taken = saved ? ((saved.taken as number | null | undefined) ?? null) : 0;
    generation.#quarantined = (saved?.quarantined as Quarantined | undefined) ?? NONE_QUARANTINED;
    if (projection.maxDocuments !== undefined) generation.#stored = await collection.count({});
    return generation;
  }

  get position(): bigint {
    return this.#shown ?? this.#position;
  }

  get quarantined(): Quarantined {
    return this.#quarantined;
  }

  get taken(): number | null {
    return this.#taken;
  }

  get checkpoint(): Checkpoint {
    return { position: this.#position, last: this.#last, quarantined: this.#quarantined, taken: this.#taken };
  }

  get isBegun(): boolean {
    return this.#saved !== undefined;
  }

  /** False if the store, or the event at the checkpoint's position, is another. */
  async belongsTo(source: EventSource): Promise<boolean> {
    if (this.#saved?.storeId !== source.storeId) return false;
    const isBeyondHead = this.#position > (await source.head());
    if (!this.#last) return !isBeyondHead;
    const { stream, revision, id } = this.#last;
    try {
      const events = await source.readStream(stream);
      const last = events.find((event) => event.revision === revision && event.id === id);
      // Positions are sparse: a later event may have a position that was already scanned. Go back to the last event.
      if (last && isBeyondHead) this.#position = last.position;
      return last !== undefined;
    } catch {
      // A damaged stream does not make the documents wrong: `verify` and the stream's next reader report it.
      return true;
    }
  }

  /**
   * Folds a page beyond this generation's position and writes the documents; a document that cannot be folded or stored
   * is quarantined. Throws if the store is unavailable: repeat the page. Any other store error leaves the generation
   * faulted before the page. `onShown`: readers of this process see the page before it is written. False if they saw
   * documents that were not written.
   */
  async foldPage(page: EventPage, onShown?: () => void): Promise<boolean> {
    if (this.fault || page.position <= this.#position) return true;
    const events = page.events.filter(({ position }) => position > this.#position);
    const steps = routeAll(this.router, events);
    const show = () => {
      if (!onShown || !this.collection.showsPending) return;
      this.#shown = page.position;
      onShown();
    };
    let isAsShown = true;
    try {
      if (steps.length > 0) isAsShown = await this.#foldAll(steps, show);
    } catch (error) {
      if (error instanceof DocumentStoreUnavailable) throw error;
      this.fault = faultAt(events[0] as RecordedEvent, error);
      return false;
    } finally {
      this.#shown = null;
    }
    this.#unsavedEvents += events.length;
    this.moveTo(page.position, events);
    return isAsShown;
  }

  async #foldAll(steps: readonly Step[], onSent: () => void): Promise<boolean> {
    let isWritten = true;
    const found = new Map<string, Quarantine>();
    let todo = steps;
    for (let reload = 0; todo.length > 0; reload += 1) {
      const documents = new WorkingSet(this.collection, this.projection.indexes, false);
      await documents.foldAll(todo, this.projection);
      this.requireRoomFor(documents.created);
      const writes = documents.takeWrites();
      if (writes.length > 0) this.#hasWritten = true;
      const quarantined = documents.takeQuarantined();
      // After waiting for a page, callers ask what it has quarantined.
      const isSound = reload === 0 && quarantined.size === 0;
      const { lost, refused } = await documents.write(writes, isSound ? onSent : undefined);
      if (lost.length > 0 || refused.size > 0) isWritten = false;
      for (const [id, quarantine] of [...quarantined, ...refused]) found.set(id, quarantine);
      this.#stored += documents.created;
      const again = new Set(lost);
      if (again.size > 0 && reload === MAX_RELOADS)
        throw new DocumentStoreUnavailable(`${this.name}: other processes keep changing ${lost[0]}`);
      const { passesOn } = this.projection;
      // Any document may have passed on a lost one; written documents skip events that they have folded.
      todo = steps.filter((step) => again.has(step.id) || (again.size > 0 && passesOn));
      for (const id of again) found.delete(id);
    }
    this.note(found);
    return isWritten;
  }

  requireRoomFor(created: number): void {
    const { maxDocuments = Number.POSITIVE_INFINITY } = this.projection;
    if (this.#stored + created > maxDocuments)
      throw new RangeError(`It would have more than ${maxDocuments} documents`);
  }

  /** Lists documents that were quarantined before the current position. */
  note(found: ReadonlyMap<string, Quarantine>): void {
    this.#quarantined = withQuarantined(this.#quarantined, found, this.#position);
  }

  noteRefused(found: ReadonlyMap<string, Quarantine>): void {
    this.#quarantined = withQuarantined(this.#quarantined, found);
  }

  /** Skips most saves while nothing was written, unless `isFinal`. */
  async saveCheckpoint(isFinal = false): Promise<void> {
    if (!isFinal && !this.#hasWritten && this.#unsavedEvents < LAZY_CHECKPOINT_EVENTS) return;
    this.#hasWritten = false;
    this.#unsavedEvents = 0;
    try {
      await this.putCheckpoint(this.checkpoint);
    } catch (error) {
      this.#hasWritten = true;
      throw error;
    }
  }

  /** Never moves a checkpoint back, so that a formerly frozen process undoes nothing. */
  async putCheckpoint({ position, last, quarantined, taken }: Checkpoint): Promise<void> {
    const checkpoint: FoldedDocument = {
      _id: CHECKPOINT_ID,
      _pos: position,
      [HIDDEN]: true,
      storeId: this.#storeId,
      last,
      quarantined,
      taken,
    };
    while ((this.#saved?._pos ?? -1n) < position) {
      const isPut = this.#saved
        ? await this.collection.replace(checkpoint, { _pos: this.#saved._pos ?? null })
        : await this.collection.insert(checkpoint);
      // Another process moved the checkpoint: this one no longer leads.
      this.#saved = isPut ? checkpoint : await this.collection.get(CHECKPOINT_ID);
    }
  }

  /** `events`: all between the former position and this one. */
  moveTo(position: bigint, events: readonly RecordedEvent[]): void {
    this.#position = position;
    const last = events.at(-1);
    if (last) this.#last = lastOf(last);
    if (this.#taken !== null) this.#taken += events.filter((event) => this.#isGiven(event)).length;
  }

  #isGiven({ type, position, metadata: { organizationId } }: RecordedEvent): boolean {
    return isGiven(this.projection, { type, position, organizationId });
  }
}
