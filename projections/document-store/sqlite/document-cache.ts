import type { Document } from '../port.ts';

/** Of a document's JSON text; what an object takes beside it in memory is some three times as much. */
const LARGEST = 65_536;
/** For the entry itself, however short its document. */
const ENTRY_WEIGHT = 256;

interface Entry<Doc extends Document = Document> {
  /** Undefined: it is known that there is none. */
  readonly document: Doc | undefined;
  readonly weight: number;
}

/** The writes of one id that are under way. */
interface Writing {
  count: number;
  /** The one that began last: as writes of one document are carried out in order, the file holds what it left there. */
  newest: symbol;
}

/**
 * Decoded documents by `_id`, as long as they are what the file holds. It rests on two things: nobody else writes the file,
 * and reading it takes no turn of the event loop, so that no write can be issued between a read and `keep`.
 */
export interface Shelf<Doc extends Document = Document> {
  find(id: string): Pick<Entry<Doc>, 'document'> | undefined;
  /** Whether so many documents of so many characters in all can be kept at once. */
  holds(characters: number, documents: number): boolean;
  /** Keeps what has just been read, unless a write of it is under way. */
  keep(id: string, document: Doc | undefined, weight: number): void;
  /**
   * Takes the document out, and leaves it out until the write is answered: only then is it known what the file holds. What
   * `written` tells of a write's outcome is kept if no other write of that id has begun since or is under way: answered in
   * the same message, that one would have been forgotten by then.
   */
  during<Outcome>(
    id: string,
    write: () => Promise<Outcome>,
    written?: (outcome: Outcome) => Entry<Doc> | undefined,
  ): Promise<Outcome>;
  clear(): void;
}

export interface DocumentCache {
  /** The same for everyone who asks for that collection. */
  shelf<Doc extends Document>(collection: string): Shelf<Doc>;
}

/**
 * Bounded by the length of the documents' texts. Two ages instead of an order of use: what fills half of the limit lets go
 * of what nobody has asked for since the other half was filled.
 */
export function createDocumentCache(limit: number): DocumentCache {
  const shelves = new Map<string, AgeingShelf>();
  let filled = 0;
  const age = limit / 2;
  const fill = (weight: number) => {
    filled += weight;
    if (filled < age) return;
    filled = 0;
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

  holds(characters: number, documents: number): boolean {
    return characters + documents * ENTRY_WEIGHT <= this.#age;
  }

  keep(id: string, document: Document | undefined, weight: number): void {
    if (weight > LARGEST || this.#writing.has(id)) return;
    this.#add(id, { document: shared(document), weight: weight + ENTRY_WEIGHT });
  }

  async during<Outcome>(
    id: string,
    write: () => Promise<Outcome>,
    written?: (outcome: Outcome) => Entry | undefined,
  ): Promise<Outcome> {
    this.#young.delete(id);
    this.#old.delete(id);
    const own = Symbol(id);
    const writing = this.#writing.get(id) ?? { count: 0, newest: own };
    writing.count += 1;
    writing.newest = own;
    this.#writing.set(id, writing);
    const end = () => {
      writing.count -= 1;
      if (writing.count === 0) this.#writing.delete(id);
    };
    let outcome: Outcome;
    try {
      outcome = await write();
    } catch (error) {
      end();
      throw error;
    }
    end();
    const entry = writing.newest === own ? written?.(outcome) : undefined;
    if (entry) this.keep(id, entry.document, entry.weight);
    return outcome;
  }

  clear(): void {
    this.#young = new Map();
    this.#old = new Map();
  }

  age(): void {
    this.#old = this.#young;
    this.#young = new Map();
  }

  #add(id: string, entry: Entry): void {
    this.#young.set(id, entry);
    this.#fill(entry.weight);
  }
}

let shared = <Value>(value: Value): Value => value;

/**
 * For tests: whoever changes a document that others share fails at once. Not for always, as V8 takes more than twice as
 * long to serialise a frozen object, and freezing takes longer than parsing.
 */
export function freezeSharedDocuments(): void {
  shared = frozen;
}

function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}
