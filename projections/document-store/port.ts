/**
 * JSON values of at most 16 MB as BSON. Keys match `[A-Za-z_]\w*`; texts hold no NUL and no lone surrogates; no arrays
 * directly inside arrays (FerretDB refuses them). Anything else throws `Unstorable`.
 */
export interface Document {
  readonly _id: string;
  /** Position of the last folded event; bigint in the port, int64 in the stores. Absent in the vault. */
  readonly _pos?: bigint;
}

type Value = string | number | boolean | null;
/** Equality, `in` for an array, or exclusion of values, on declared indexes only. Null also matches absent members. */
export type Filter = Readonly<Record<string, Value | readonly Value[] | { readonly not: readonly Value[] }>>;

export interface FindOptions {
  /** A declared index; ties are broken by `_id`. Default: by `_id`. */
  readonly sort?: { readonly by: string; readonly descending?: boolean };
  readonly limit?: number;
  /** Continues after the last document of an earlier page with the same filter and sort. */
  readonly cursor?: string;
}

export interface Page<Doc> {
  readonly documents: readonly Doc[];
  /** Present if there may be more. */
  readonly cursor?: string;
}

/** The condition of a compare-and-replace. */
export interface Guard {
  /** The `_pos`, or any other top-level member, that the stored document must have. */
  readonly [member: string]: bigint | string | number | boolean | null;
}

export interface CollectionSpec {
  readonly name: string;
  /**
   * Top-level members, without dots, for filters and sorting. Each holds a text, number, boolean or null, or is absent;
   * a list or object throws a TypeError.
   */
  readonly indexes: readonly string[];
  /**
   * `later`: indexes are created at the next opening without this option, at once, which is faster after many writes.
   */
  readonly indexing?: 'later';
  /** A power failure may lose the newest answered writes; the end of the process does not. */
  readonly mayBeLost?: boolean;
}

/**
 * A set of JSON documents. Two adapters, SQLite and MongoDB, pass one contract suite,
 * `test/contract/document-store.contract.ts`. Every method throws `DocumentStoreUnavailable` if the store cannot be
 * reached or cannot write, and SQLite's throw `DocumentStoreDamaged` if the file is damaged.
 *
 * Writes issued in one turn of the event loop are sent together: writes to one document run in order, and each is
 * durable when answered. SQLite commits all of them or none; MongoDB may keep some when it fails in between, and
 * readers may see some before the rest. A write that must come second is issued when the first is answered. A write
 * that throws `DocumentStoreUnavailable` may or may not have happened.
 */
export interface Collection<Doc extends Document> {
  readonly name: string;
  get(id: string): Promise<Doc | undefined>;
  /** In no order, without absent ids. */
  getMany(ids: readonly string[]): Promise<readonly Doc[]>;
  find(filter: Filter, options?: FindOptions): Promise<Page<Doc>>;
  count(filter: Filter): Promise<number>;
  /** False if the `_id` is taken. */
  insert(document: Doc): Promise<boolean>;
  /** Replaces the whole document; false if it is absent or does not satisfy the guard. */
  replace(document: Doc, guard?: Guard): Promise<boolean>;
  /** True if it existed and satisfied the guard; of many concurrent callers exactly one gets true. */
  delete(id: string, guard?: Guard): Promise<boolean>;
  /** Removes the collection and its documents. */
  drop(): Promise<void>;
}

export interface DocumentStore {
  collection<Doc extends Document>(spec: CollectionSpec): Collection<Doc>;
  close(): Promise<void>;
}

export class DocumentStoreUnavailable extends Error {
  override readonly name = 'DocumentStoreUnavailable';
}

/** The disk does not hold what was written. Retrying is useless. */
export class DocumentStoreDamaged extends Error {
  override readonly name = 'DocumentStoreDamaged';
  readonly file: string;
  constructor(file: string, cause: unknown) {
    super(`${file} is damaged: ${(cause as Error).message}`, { cause });
    this.file = file;
  }
}
