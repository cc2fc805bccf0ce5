import { type Collection, DocumentStoreUnavailable } from '../document-store/port.ts';
import { type FoldedDocument, faultAt, type Step } from './routing.ts';
import type { Fault } from './status.ts';

interface Entry {
  document: FoldedDocument | undefined;
  /** `_pos` of what the store holds, undefined if it holds nothing. */
  stored: bigint | undefined;
  /** Position that `document` has seen; -1 before any. */
  seen: bigint;
  isDirty: boolean;
}

const nothingStored = (): Entry => ({ document: undefined, stored: undefined, seen: -1n, isDirty: false });

const folded = ({ document, seen }: Entry, { event, fold }: Step): FoldedDocument | undefined =>
  seen >= event.position ? document : fold(document);

/** A write that has been decided but not issued yet. */
export interface Write {
  readonly id: string;
  readonly document: FoldedDocument;
  readonly guard: bigint | undefined;
}

/**
 * Documents of one generation held in memory while events are folded into them. An event is folded into a document only if
 * the document's `_pos` is smaller, and a write only replaces what was loaded: so each event counts once, whatever is repeated.
 */
export class WorkingSet {
  readonly #collection: Collection<FoldedDocument>;
  readonly #entries = new Map<string, Entry>();
  /** In a generation that began empty and from which nothing was let go, what is not here is not in the store either. */
  #isComplete: boolean;
  #dirty = 0;

  constructor(collection: Collection<FoldedDocument>, isComplete: boolean) {
    this.#collection = collection;
    this.#isComplete = isComplete;
  }

  get dirty(): number {
    return this.#dirty;
  }

  get size(): number {
    return this.#entries.size;
  }

  async load(steps: readonly Step[]): Promise<void> {
    const missing = new Set<string>();
    for (const { id } of steps) {
      if (this.#entries.has(id)) continue;
      if (this.#isComplete) this.#entries.set(id, nothingStored());
      else missing.add(id);
    }
    if (missing.size === 0) return;
    for (const document of await this.#collection.getMany([...missing])) {
      missing.delete(document._id);
      const stored = document._pos ?? 0n;
      this.#entries.set(document._id, {
        document: document._deleted === true ? undefined : document,
        stored,
        seen: stored,
        isDirty: false,
      });
    }
    for (const id of missing) this.#entries.set(id, nothingStored());
  }

  /** Folds in order, each event wholly or not at all; stops at the first event that a fold throws on. */
  fold(steps: readonly Step[]): { done: readonly Step[]; fault: Fault | null } {
    let first = 0;
    while (first < steps.length) {
      const { event } = steps[first] as Step;
      let end = first + 1;
      while (steps[end]?.event === event) end += 1;
      try {
        if (end === first + 1) this.#foldOne(steps[first] as Step);
        else this.#foldTogether(steps.slice(first, end));
      } catch (error) {
        return { done: steps.slice(0, first), fault: faultAt(event, error) };
      }
      first = end;
    }
    return { done: steps, fault: null };
  }

  #foldOne(step: Step): void {
    const entry = this.#entry(step.id);
    this.#keep(entry, folded(entry, step), step.event.position);
  }

  /** Keeps nothing until all documents of the event are folded. */
  #foldTogether(steps: readonly Step[]): void {
    const results = steps.map((step) => {
      const entry = this.#entry(step.id);
      return { entry, document: folded(entry, step), position: step.event.position };
    });
    for (const { entry, document, position } of results) this.#keep(entry, document, position);
  }

  /** What changed, counted as stored from now on: whoever takes the writes carries them out, or throws the set away. */
  takeWrites(): Write[] {
    const writes: Write[] = [];
    if (this.#dirty === 0) return writes;
    for (const [id, entry] of this.#entries) {
      if (!entry.isDirty) continue;
      const document = entry.document
        ? { ...entry.document, _pos: entry.seen }
        : { _id: id, _pos: entry.seen, _deleted: true };
      writes.push({ id, document, guard: entry.stored });
      entry.stored = entry.seen;
      entry.isDirty = false;
    }
    this.#dirty = 0;
    return writes;
  }

  /** Lets go of the documents seen first, as far as they are written, until `limit` are left. */
  shrinkTo(limit: number): void {
    if (this.#entries.size <= limit) return;
    for (const [id, entry] of this.#entries) {
      if (this.#entries.size <= limit) break;
      if (!entry.isDirty) this.#entries.delete(id);
    }
    this.#isComplete = false;
  }

  #entry(id: string): Entry {
    const entry = this.#entries.get(id);
    if (!entry) throw new Error(`${id} was not loaded`);
    return entry;
  }

  #keep(entry: Entry, document: FoldedDocument | undefined, position: bigint): void {
    if (document === entry.document) return;
    entry.document = document;
    entry.seen = position;
    if (!entry.isDirty) this.#dirty += 1;
    entry.isDirty = true;
  }
}

/** The store is there but does not take this document: a mistake of the fold that made it. */
export class UnstorableDocument extends Error {
  override readonly name = 'UnstorableDocument';
  readonly id: string;
  constructor(id: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.id = id;
  }
}

/** Issues all writes in one turn; answers the ids that somebody else has changed meanwhile. */
export async function carryOut(collection: Collection<FoldedDocument>, writes: readonly Write[]): Promise<string[]> {
  const outcomes = await Promise.allSettled(
    writes.map(({ document, guard }) =>
      guard === undefined ? collection.insert(document) : collection.replace(document, { _pos: guard }),
    ),
  );
  const failures = outcomes.flatMap((outcome, index) =>
    outcome.status === 'rejected' ? { id: writes[index]?.id ?? '', reason: outcome.reason as unknown } : [],
  );
  const [unstorable] = failures.filter(({ reason }) => !(reason instanceof DocumentStoreUnavailable));
  if (unstorable) throw new UnstorableDocument(unstorable.id, unstorable.reason);
  if (failures[0]) throw failures[0].reason;
  return writes
    .filter((_, index) => (outcomes[index] as PromiseFulfilledResult<boolean>).value === false)
    .map(({ id }) => id);
}
