import type { Document } from '../port.ts';

/** Characters of JSON text; the object takes about three times as much memory. */
const LARGEST = 65_536;
const ENTRY_WEIGHT = 256;
/** So that memory follows the work of the last minutes and not all since the start. */
const GENERATION_MS = 5 * 60_000;

export interface Entry<Doc extends Document = Document> {
  readonly document: Doc | undefined;
  readonly weight: number;
}

interface Writing {
  count: number;
  /** Writes of one document run in order, so the file ends up with the content of the newest. */
  newest: { readonly written: Entry | undefined };
}

/** Documents equal to the file. Requires one writer, and synchronous reads: no write between a read and `keep`. */
export interface Shelf<Doc extends Document = Document> {
  find(id: string): Pick<Entry<Doc>, 'document'> | undefined;
  /** What the file will hold once the writes under way are answered. */
  pending(id: string): Pick<Entry<Doc>, 'document'> | undefined;
  /** Resolves when the writes that have begun are answered. */
  settled(): Promise<unknown>;
  /** Whether this many documents with this many characters fit at once. */
  holds(characters: number, documents: number): boolean;
  keep(id: string, document: Doc | undefined, weight: number): void;
  /** Evicts the document until the write is answered, then caches `written` if it was done and no other write of the id began. */
  during(id: string, write: () => Promise<boolean>, written?: Entry<Doc>): Promise<boolean>;
  clear(): void;
}

export interface DocumentCache {
  shelf<Doc extends Document>(collection: string): Shelf<Doc>;
}

/**
 * Two generations instead of an LRU order: when half of the limit is full, or the younger half is five minutes old and
 * grows, the older half is evicted. `clock` counts milliseconds.
 */
export function createDocumentCache(limit: number, clock: { now(): number } = performance): DocumentCache {
  const shelves = new Map<string, AgeingShelf>();
  let filled = 0;
  let agedAt = clock.now();
  const age = limit / 2;
  const fill = (weight: number) => {
    filled += weight;
    if (filled < age && clock.now() - agedAt < GENERATION_MS) return;
    filled = 0;
    agedAt = clock.now();
    for (const shelf of shelves.values()) shelf.age();
  };
  return {
    shelf<Doc extends Document>(collection: string) {
      const shelf = shelves.get(collection) ?? new AgeingShelf(fill, age);
      shelves.set(collection, shelf);
      return shelf as unknown as Shelf<Doc>;
    },
  };
}

class AgeingShelf implements Shelf {
  readonly #fill: (weight: number) => void;
  readonly #age: number;
  readonly #writing = new Map<string, Writing>();
  #young = new Map<string, Entry>();
  #old = new Map<string, Entry>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(fill: (weight: number) => void, age: number) {
    this.#fill = fill;
    this.#age = age;
  }

  find(id: string): Entry | undefined {
    const young = this.#young.get(id);
    if (young) return young;
    const old = this.#old.get(id);
    if (old) {
      this.#old.delete(id);
      this.#add(id, old);
    }
    return old;
  }

  pending(id: string): Entry | undefined {
    return this.#writing.get(id)?.newest.written;
  }

  /** Writes are answered in order. */
  settled(): Promise<unknown> {
    return this.#last;
  }

  holds(characters: number, documents: number): boolean {
    return characters + documents * ENTRY_WEIGHT <= this.#age;
  }

  keep(id: string, document: Document | undefined, weight: number): void {
    this.#keep(id, { document: shared(document), weight });
  }

  async during(id: string, write: () => Promise<boolean>, written?: Entry): Promise<boolean> {
    this.#young.delete(id);
    this.#old.delete(id);
    const own = { written };
    const writing = this.#writing.get(id) ?? { count: 0, newest: own };
    writing.count += 1;
    writing.newest = own;
    this.#writing.set(id, writing);
    let isDone = false;
    try {
      const answer = write();
      this.#last = answer.catch(() => undefined);
      isDone = await answer;
    } finally {
      writing.count -= 1;
      if (writing.count === 0) this.#writing.delete(id);
    }
    if (isDone && written && writing.newest === own) this.#keep(id, written);
    return isDone;
  }

  clear(): void {
    this.#young = new Map();
    this.#old = new Map();
  }

  age(): void {
    this.#old = this.#young;
    this.#young = new Map();
  }

  #keep(id: string, entry: Entry): void {
    if (entry.weight <= LARGEST && !this.#writing.has(id)) this.#add(id, entry);
  }

  #add(id: string, entry: Entry): void {
    this.#young.set(id, entry);
    this.#fill(entry.weight + ENTRY_WEIGHT);
  }
}

/** Read when it is first asked for, because most documents are written again or evicted before. Then nothing keeps what it is read from. */
export function entryOf<Doc extends Document>(read: () => Doc, weight: number): Entry<Doc> {
  let unread: (() => Doc) | undefined = read;
  let document: Doc | undefined;
  return {
    weight,
    get document() {
      if (unread) document = shared(unread());
      unread = undefined;
      return document;
    },
  };
}

let shared = <Value>(value: Value): Value => value;

/** For tests: changing a shared document throws. V8 serializes frozen objects at half the speed. */
export function freezeSharedDocuments(): void {
  shared = frozen;
}

function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}
