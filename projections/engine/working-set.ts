import { type Collection, DocumentStoreUnavailable } from '../document-store/port.ts';
import { isErasure } from './erasure.ts';
import type { RecordedEvent } from './event-source.ts';
import type { AnyProjection } from './projection.ts';
import { faultAt, MARK, type Quarantine, unmarked } from './quarantine.ts';
import { type FoldedDocument, foldedInto, requireDocumentId, type Step } from './routing.ts';

/** Handovers from document to document by one event. */
const MAX_HANDOVERS = 5;

interface Unwritten {
  readonly first: RecordedEvent;
  count: number;
  hasErasure: boolean;
}

interface Entry {
  document: FoldedDocument | undefined;
  /** The size of a document that was folded here, else 0. */
  bytes: number;
  /** Blocks further events. */
  quarantine: Quarantine | undefined;
  stored: bigint | undefined;
  seen: bigint;
  unwritten: Unwritten | undefined;
}

const nothingStored = (): Entry => ({
  document: undefined,
  bytes: 0,
  quarantine: undefined,
  stored: undefined,
  seen: -1n,
  unwritten: undefined,
});

export interface Write {
  readonly id: string;
  readonly document: FoldedDocument;
  readonly guard: bigint | undefined;
  readonly events: Unwritten;
}

export interface Written {
  /** Ids of documents that another process has changed since. */
  readonly lost: readonly string[];
  readonly refused: ReadonlyMap<string, Quarantine>;
}

/**
 * An event is folded only if the document's `_pos` is smaller, and a write replaces only what was loaded: each event
 * counts once, whatever is repeated.
 */
export class WorkingSet {
  readonly #collection: Collection<FoldedDocument>;
  readonly #indexes: readonly string[];
  readonly #entries = new Map<string, Entry>();
  #quarantined = new Map<string, Quarantine>();
  /** True only for a generation that began empty, without evictions: what is absent here is absent in the store. */
  #isComplete: boolean;
  #dirty = 0;
  #created = 0;

  constructor(collection: Collection<FoldedDocument>, indexes: readonly string[], isComplete: boolean) {
    this.#collection = collection;
    this.#indexes = indexes;
    this.#isComplete = isComplete;
  }

  get dirty(): number {
    return this.#dirty;
  }

  get created(): number {
    return this.#created;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Loads and folds in order, including events that a document passes on to others. */
  async foldAll(steps: readonly Step[], { passesOn }: AnyProjection): Promise<void> {
    await this.load(steps);
    if (!passesOn) return this.fold(steps);
    for (const step of steps) {
      let todo: readonly Step[] = [step];
      for (let handovers = 0; todo.length > 0; handovers += 1) {
        if (handovers > MAX_HANDOVERS) throw new Error(`${step.event.type} is passed on without end`);
        if (handovers > 0) await this.load(todo);
        this.fold(todo);
        todo = todo.flatMap((done) => this.#passedOn(done, passesOn));
      }
    }
  }

  #passedOn({ id, event }: Step, passesOn: NonNullable<AnyProjection['passesOn']>): readonly Step[] {
    const { document } = this.#entry(id);
    if (!document) return [];
    try {
      return passesOn(document, event).map(({ id: other, fold }) => ({ id: requireDocumentId(other), event, fold }));
    } catch (error) {
      this.#quarantine(id, event, { ...faultAt(event, error), missed: 0 });
      return [];
    }
  }

  async load(steps: readonly Step[]): Promise<void> {
    const missing = new Set<string>();
    for (const { id } of steps) {
      if (this.#entries.has(id)) continue;
      if (this.#isComplete) this.#entries.set(id, nothingStored());
      else missing.add(id);
    }
    if (missing.size === 0) return;
    for (const found of await this.#collection.getMany([...missing])) {
      missing.delete(found._id);
      const stored = found._pos ?? 0n;
      const { document, quarantine } = parted(found);
      this.#entries.set(found._id, { document, bytes: 0, quarantine, stored, seen: stored, unwritten: undefined });
      if (quarantine) this.#quarantined.set(found._id, quarantine);
    }
    for (const id of missing) this.#entries.set(id, nothingStored());
  }

  /** In order. A document that cannot be folded is quarantined before that event; all others continue. */
  fold(steps: readonly Step[]): void {
    for (const step of steps) this.#foldOne(step);
  }

  #foldOne(step: Step): void {
    const { id, event } = step;
    const entry = this.#entry(id);
    if (entry.seen >= event.position) return;
    if (entry.quarantine) {
      this.#quarantine(id, event, { ...entry.quarantine, missed: entry.quarantine.missed + 1 });
      return;
    }
    try {
      const document = foldedInto(entry.document, step, this.#indexes, entry);
      if (document === entry.document) return;
      entry.document = document;
      this.#change(entry, event);
    } catch (error) {
      this.#quarantine(id, event, { ...faultAt(event, error), missed: 0 });
    }
  }

  #quarantine(id: string, event: RecordedEvent, quarantine: Quarantine): void {
    const entry = this.#entry(id);
    entry.quarantine = quarantine;
    if (isErasure(event)) entry.document = undefined;
    this.#change(entry, event);
    this.#quarantined.set(id, quarantine);
  }

  #change(entry: Entry, event: RecordedEvent): void {
    entry.seen = event.position;
    if (!entry.unwritten) {
      this.#dirty += 1;
      if (entry.stored === undefined) this.#created += 1;
    }
    entry.unwritten ??= { first: event, count: 0, hasErasure: false };
    entry.unwritten.count += 1;
    entry.unwritten.hasErasure ||= isErasure(event);
  }

  takeQuarantined(): ReadonlyMap<string, Quarantine> {
    const taken = this.#quarantined;
    if (taken.size > 0) this.#quarantined = new Map();
    return taken;
  }

  /** The documents count as stored from now on: write them or discard the set. */
  takeWrites(): Write[] {
    const writes: Write[] = [];
    if (this.#dirty === 0) return writes;
    for (const [id, entry] of this.#entries)
      if (entry.unwritten) writes.push(this.#takeWrite(id, entry, entry.unwritten));
    return writes;
  }

  #takeWrite(id: string, entry: Entry, events: Unwritten): Write {
    const { document, quarantine, seen, stored } = entry;
    const content = document ?? { _id: id, _deleted: true };
    const write = {
      id,
      document: { ...content, _pos: seen, ...(quarantine && { [MARK]: quarantine }) },
      guard: stored,
      events,
    };
    entry.stored = seen;
    entry.unwritten = undefined;
    this.#dirty -= 1;
    return write;
  }

  /**
   * Sends the writes together. A document that the store refuses is quarantined in its stored state. `onSent`: none was
   * refused at once.
   */
  async write(writes: readonly Write[], onSent?: () => void): Promise<Written> {
    const { lost, refused } = await carryOut(this.#collection, writes, onSent);
    const quarantined = new Map<string, Quarantine>();
    if (refused.size === 0) return { lost, refused: quarantined };
    const held = new Map((await this.#collection.getMany([...refused.keys()])).map((found) => [found._id, found]));
    const marks = writes.flatMap((write) => {
      const { id, document, guard, events } = write;
      if (!refused.has(id)) return [];
      // The store refuses the quarantine mark as well.
      if (MARK in document) throw refused.get(id);
      const entry = this.#entry(id);
      const missed = events.count - 1 + (entry.unwritten?.count ?? 0);
      const quarantine = { ...faultAt(events.first, refused.get(id)), missed };
      const hasErasure = events.hasErasure || entry.unwritten?.hasErasure;
      const found = held.get(id);
      entry.document = found && !hasErasure ? parted(found).document : undefined;
      entry.bytes = 0;
      entry.quarantine = quarantine;
      entry.stored = guard;
      if (!entry.unwritten) this.#dirty += 1;
      quarantined.set(id, quarantine);
      return this.#takeWrite(id, entry, entry.unwritten ?? events);
    });
    const marked = await carryOut(this.#collection, marks);
    for (const error of marked.refused.values()) throw error;
    return { lost: [...lost, ...marked.lost], refused: quarantined };
  }

  shrinkTo(limit: number): void {
    if (this.#entries.size <= limit) return;
    for (const [id, entry] of this.#entries) {
      if (this.#entries.size <= limit) break;
      if (!entry.unwritten) this.#entries.delete(id);
    }
    this.#isComplete = false;
  }

  #entry(id: string): Entry {
    const entry = this.#entries.get(id);
    if (!entry) throw new Error(`${id} was not loaded`);
    return entry;
  }
}

function parted(found: FoldedDocument): Pick<Entry, 'document' | 'quarantine'> {
  const document = found._deleted === true ? undefined : unmarked(found);
  return { document, quarantine: found[MARK] as Quarantine | undefined };
}

/** Throws if the store is unavailable. */
async function carryOut(
  collection: Collection<FoldedDocument>,
  writes: readonly Write[],
  onSent: () => void = () => {},
): Promise<{ lost: readonly string[]; refused: ReadonlyMap<string, unknown> }> {
  const sent = writes.map(({ document, guard }) =>
    guard === undefined ? collection.insert(document) : collection.replace(document, { _pos: guard }),
  );
  const answered = Promise.allSettled(sent);
  let isRefused = false;
  for (const one of sent) one.catch(() => (isRefused = true));
  await null;
  if (!isRefused) onSent();
  const outcomes = await answered;
  const lost: string[] = [];
  const refused = new Map<string, unknown>();
  for (const [index, { id }] of writes.entries()) {
    const outcome = outcomes[index] as PromiseSettledResult<boolean>;
    if (outcome.status === 'fulfilled') {
      if (!outcome.value) lost.push(id);
      continue;
    }
    if (outcome.reason instanceof DocumentStoreUnavailable) throw outcome.reason;
    refused.set(id, outcome.reason);
  }
  return { lost, refused };
}
