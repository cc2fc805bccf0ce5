/**
 * JSON values of at most 16 MB as BSON; keys match `[A-Za-z_]\w*`, no NUL and no lone surrogates in texts, no arrays directly
 * inside arrays (FerretDB refuses them). Anything else is refused with `Unstorable`.
 */
export interface Document {
  readonly _id: string;
  /** The position of the last event folded into it; bigint in the port, int64 in the stores. Absent in the vault. */
  readonly _pos?: bigint;
}

type Value = string | number | boolean | null;
/** Equality, `in` for an array, or none of those named, on declared indexes only. Null stands for what is absent, too. */
export type Filter = Readonly<Record<string, Value | readonly Value[] | { readonly not: readonly Value[] }>>;

export interface FindOptions {
  /** A declared index; ties are broken by `_id`. Without it: by `_id`. */
  readonly sort?: { readonly by: string; readonly descending?: boolean };
  readonly limit?: number;
  /** Goes on behind the last document of an earlier page, which must have used the same filter and sort. */
  readonly cursor?: string;
}

export interface Page<Doc> {
  readonly documents: readonly Doc[];
  /** Present when there may be more. */
  readonly cursor?: string;
}

/** What a compare-and-replace holds against the stored document. */
export interface Guard {
  /** The `_pos`, or any other top-level member, that must stand in the stored document. */
  readonly [member: string]: bigint | string | number | boolean | null;
}

export interface CollectionSpec {
  readonly name: string;
  /**
   * Dot-free top-level members by which `find` may ask and sort. In every document each of them holds a text, number, boolean
   * or null, or is absent; a list or an object there is refused with a TypeError.
   */
  readonly indexes: readonly string[];
  /** `later`: they are made when it is opened without this, in one go, which is quicker for who writes many documents first. */
  readonly indexing?: 'later';
  /** A power cut may take the newest documents away again, though they were answered; the end of a process may not. */
  readonly mayBeLost?: boolean;
}

/**
 * A set of JSON documents. Two adapters: SQLite and MongoDB; one contract suite, `test/contract/document-store.contract.ts`.
 * Every method throws `DocumentStoreUnavailable` when the store cannot be reached or cannot write, and SQLite's
 * `DocumentStoreDamaged` when its file is damaged.
 * Writes issued in one turn of the event loop are sent together: those to one document are carried out in order, and
 * each is durable when it is answered. SQLite keeps all of them or none; MongoDB may keep some when it fails in between,
 * and others may see some before the rest. So what may not come first is issued when the other has been answered.
 * A write that throws `DocumentStoreUnavailable` may have been carried out or not.
 */
export interface Collection<Doc extends Document> {
  readonly name: string;
  get(id: string): Promise<Doc | undefined>;
  /** In no order; absent ids are left out. */
  getMany(ids: readonly string[]): Promise<readonly Doc[]>;
  find(filter: Filter, options?: FindOptions): Promise<Page<Doc>>;
  count(filter: Filter): Promise<number>;
  /** False if the `_id` is taken. */
  insert(document: Doc): Promise<boolean>;
  /** Replaces the whole document; false if it is absent or does not carry what the guard says. */
  replace(document: Doc, guard?: Guard): Promise<boolean>;
  /** Says whether it was there (and carried what the guard says): of many callers exactly one gets true. */
  delete(id: string, guard?: Guard): Promise<boolean>;
  /** Removes the collection with all its documents. */
  drop(): Promise<void>;
}

export interface DocumentStore {
  collection<Doc extends Document>(spec: CollectionSpec): Collection<Doc>;
  close(): Promise<void>;
}

export class DocumentStoreUnavailable extends Error {
  override readonly name = 'DocumentStoreUnavailable';
}

/** What the disk holds is not what was written there; no waiting helps. */
export class DocumentStoreDamaged extends Error {
  override readonly name = 'DocumentStoreDamaged';
  readonly file: string;
  constructor(file: string, cause: unknown) {
    super(`${file} is damaged: ${(cause as Error).message}`, { cause });
    this.file = file;
  }
}
