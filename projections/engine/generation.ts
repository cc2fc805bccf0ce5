import type { Collection, DocumentStore } from '../document-store/port.ts';
import { DocumentStoreUnavailable } from '../document-store/port.ts';
import type { EventPage, EventSource, RecordedEvent } from './event-source.ts';
import type { AnyProjection } from './projection.ts';
import { allNoted, faultAt, NONE_QUARANTINED, type Quarantine } from './quarantine.ts';
import { createRouter, type FoldedDocument, type Router, routeAll } from './routing.ts';
import type { Fault, Quarantined } from './status.ts';
import { WorkingSet } from './working-set.ts';

/** Stands in the generation's own collection, so that a power cut never leaves it ahead of the documents that it speaks for. */
export const CHECKPOINT_ID = '$checkpoint';
/** Marks what readers do not see: the traces of deleted documents, and the checkpoint. */
export const HIDDEN = '_deleted';

/** The last event that was looked at; a log that holds another one in its place has been rewound or exchanged. */
interface LastEvent {
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
}

/** What a generation remembers beside its documents. */
export interface Checkpoint {
  readonly position: bigint;
  readonly last: LastEvent | null;
  /** Beside the marks in the documents themselves, which hold: this list is for operators. */
  readonly quarantined: Quarantined;
}

const lastOf = (event: RecordedEvent): LastEvent => ({ stream: event.stream, revision: event.revision, id: event.id });

export const generationName = (projection: string, version: number, n: number): string =>
  `${projection}@${version}.${n}`;

export const openCollection = (
  store: DocumentStore,
  name: string,
  indexes: readonly string[],
): Collection<FoldedDocument> => store.collection<FoldedDocument>({ name, indexes });

interface Positioned {
  readonly position: bigint;
}

/** The least of the positions, `limit` at most. */
export function lowestPosition(all: Iterable<Positioned>, limit: bigint): bigint {
  let least = limit;
  for (const { position } of all) if (position < least) least = position;
  return least;
}

const MAX_RELOADS = 10;
/** How far a checkpoint may stay behind when nothing was written: so many events are looked at again after a crash. */
const LAZY_CHECKPOINT_EVENTS = 1000;

/** One set of documents folded from the log by one version of a projection, with its checkpoint. */
export class Generation {
  readonly name: string;
  readonly projection: AnyProjection;
  readonly collection: Collection<FoldedDocument>;
  readonly router: Router;
  fault: Fault | null = null;
  readonly #storeId: string;
  #position = 0n;
  #last: LastEvent | null = null;
  #quarantined = NONE_QUARANTINED;
  #saved: FoldedDocument | undefined;
  #unsavedEvents = 0;
  #hasWritten = false;
  /** Documents in the store; counted only where their number is limited. */
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

  /** Reads the checkpoint; a generation without one starts before the first event. Its indexes are there afterwards. */
  static open(store: DocumentStore, storeId: string, projection: AnyProjection, name: string): Promise<Generation> {
    return Generation.#open(openCollection(store, name, projection.indexes), storeId, projection, name);
  }

  /** For writing many documents: the indexes come with the next `open`, made in one go, which is several times faster. */
  static openBare(store: DocumentStore, storeId: string, projection: AnyProjection, name: string): Promise<Generation> {
    const { indexes } = projection;
    const collection = store.collection<FoldedDocument>({ name, indexes, indexing: 'later' });
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
    generation.#quarantined = (saved?.quarantined as Quarantined | undefined) ?? NONE_QUARANTINED;
    if (projection.maxDocuments !== undefined) generation.#stored = await collection.count({});
    return generation;
  }

  /** Everything up to here has been folded. */
  get position(): bigint {
    return this.#position;
  }

  get quarantined(): Quarantined {
    return this.#quarantined;
  }

  get checkpoint(): Checkpoint {
    return { position: this.#position, last: this.#last, quarantined: this.#quarantined };
  }

  /** False for a generation that has never saved a checkpoint. */
  get isBegun(): boolean {
    return this.#saved !== undefined;
  }

  /** Whether the checkpoint speaks of this log: same store, and the same event at its place. */
  async belongsTo(source: EventSource): Promise<boolean> {
    if (this.#saved?.storeId !== source.storeId) return false;
    const isBeyondHead = this.#position > (await source.head());
    if (!this.#last) return !isBeyondHead;
    const { stream, revision, id } = this.#last;
    try {
      const events = await source.readStream(stream);
      const last = events.find((event) => event.revision === revision && event.id === id);
      // A log without density was looked through beyond its last event; what comes there is looked at again.
      if (last && isBeyondHead) this.#position = last.position;
      return last !== undefined;
    } catch {
      // A damaged stream says nothing against the documents; whoever reads it next, and `verify`, name the damage.
      return true;
    }
  }

  /**
   * Folds what the page has beyond this generation's position, and writes it. A document that cannot take an event, or that
   * the store refuses, is quarantined. Throws only when the store is away; it may then be given the same page again. A store
   * that fails otherwise leaves the generation faulted in front of the page.
   */
  async takeIn(page: EventPage): Promise<void> {
    if (this.fault || page.position <= this.#position) return;
    const events = page.events.filter(({ position }) => position > this.#position);
    try {
      await this.#foldAll(events);
    } catch (error) {
      if (error instanceof DocumentStoreUnavailable) throw error;
      this.fault = faultAt(events[0] as RecordedEvent, error);
      return;
    }
    this.#unsavedEvents += events.length;
    this.moveTo(page.position, events.at(-1));
  }

  async #foldAll(events: readonly RecordedEvent[]): Promise<void> {
    const steps = routeAll(this.router, events);
    const found = new Map<string, Quarantine>();
    let todo: readonly (typeof steps)[number][] = steps;
    for (let reload = 0; todo.length > 0; reload += 1) {
      const documents = new WorkingSet(this.collection, this.projection.indexes, false);
      await documents.load(todo);
      documents.fold(todo);
      this.requireRoomFor(documents.created);
      const writes = documents.takeWrites();
      if (writes.length > 0) this.#hasWritten = true;
      const { lost, refused } = await documents.write(writes);
      for (const [id, quarantine] of [...documents.takeQuarantined(), ...refused]) found.set(id, quarantine);
      this.#stored += documents.created;
      const again = new Set(lost);
      if (again.size > 0 && reload === MAX_RELOADS)
        throw new DocumentStoreUnavailable(`${this.name}: others keep changing ${lost[0]}`);
      todo = steps.filter((step) => again.has(step.id));
      for (const id of again) found.delete(id);
    }
    this.note(found);
  }

  /** Throws if so many more documents are more than the projection may have. */
  requireRoomFor(created: number): void {
    const { maxDocuments = Number.POSITIVE_INFINITY } = this.projection;
    if (this.#stored + created > maxDocuments)
      throw new RangeError(`It would have more than ${maxDocuments} documents`);
  }

  /** Lists documents whose marks were met in events behind the present position. */
  note(found: ReadonlyMap<string, Quarantine>): void {
    this.#quarantined = allNoted(this.#quarantined, found, this.#position);
  }

  /** Lists documents that the store has just refused. */
  noteRefused(found: ReadonlyMap<string, Quarantine>): void {
    this.#quarantined = allNoted(this.#quarantined, found);
  }

  /** Saves how far the generation is; without writes only once in a while, unless `isFinal`. */
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

  /**
   * For who folds by other means (a rebuild): the checkpoint for documents that have been written. It never goes back, so
   * that a process which was frozen while another went on takes nothing away.
   */
  async putCheckpoint({ position, last, quarantined }: Checkpoint): Promise<void> {
    const checkpoint: FoldedDocument = {
      _id: CHECKPOINT_ID,
      _pos: position,
      [HIDDEN]: true,
      storeId: this.#storeId,
      last,
      quarantined,
    };
    while ((this.#saved?._pos ?? -1n) < position) {
      const isPut = this.#saved
        ? await this.collection.replace(checkpoint, { _pos: this.#saved._pos ?? null })
        : await this.collection.insert(checkpoint);
      // Else another process has moved it: if further, then this one leads no longer, and what it knows counts no more.
      this.#saved = isPut ? checkpoint : await this.collection.get(CHECKPOINT_ID);
    }
  }

  moveTo(position: bigint, last: RecordedEvent | undefined): void {
    this.#position = position;
    if (last) this.#last = lastOf(last);
  }
}
