/**
 * JSON of at most 16 MB as BSON: keys `[A-Za-z_]\w*`, no NUL, lone surrogate or array directly in an array (FerretDB
 * refuses it). Anything else throws `Unstorable`.
 */
export interface Document {
  readonly _id: string;
  /** Position of the last folded event, stored as int64. Absent in the vault. */
  readonly _pos?: bigint;
}

type Value = string | number | boolean | null;
/**
 * Equality, `in` for an array, exclusion of values, or texts that contain all given ones, on declared indexes only. Null
 * also matches absent members. `containing` reads every document that the other conditions match.
 */
export type Filter = Readonly<
  Record<
    string,
    Value | readonly Value[] | { readonly not: readonly Value[] } | { readonly containing: readonly string[] }
  >
>;

export interface FindOptions {
  /** A declared index; ties are broken by `_id`. Default: by `_id`. */
  readonly sort?: { readonly by: string; readonly descending?: boolean };
  readonly limit?: number;
  readonly cursor?: string;
}

export interface Page<Doc> {
  readonly documents: readonly Doc[];
  readonly cursor?: string;
}

export interface Guard {
  /** The `_pos`, or any other top-level member, that the stored document must have. */
  readonly [member: string]: bigint | string | number | boolean | null;
}

export interface CollectionSpec {
  readonly name: string;
  /** Top-level members for filters and sorting: text, number, boolean, null or absent, else a TypeError. */
  readonly indexes: readonly string[];
  /** Indexes of several declared members and `_id`, which only make finding faster; a new one needs no rebuild. */
  readonly compound?: readonly (readonly string[])[] | undefined;
  /** `later`: the next opening creates the indexes, which is faster after many writes. */
  readonly indexing?: 'later';
  /** A power failure may lose the newest writes; a crash of the process does not. */
  readonly mayBeLost?: boolean;
  /** Whether readers may see a write before it is answered. Only for a single writer whose guards never fail. */
  readonly showsPending?: boolean;
  /** Its writer has validated the documents and never changes them. */
  readonly isFolded?: boolean;
}

/**
 * A set of JSON documents; all adapters pass `test/contract/document-store.contract.ts`. Methods throw
 * `DocumentStoreUnavailable` if the store cannot be reached or written (a write may have happened), and
 * `DocumentStoreDamaged` if a SQLite file is damaged. Writes issued in one event-loop tick are sent together: those to
 * one document run in order, and each is durable when answered. SQLite commits all or none; MongoDB may keep some, and
 * readers may see some earlier. Await a write before you issue one that must follow it.
 */
export interface Collection<Doc extends Document> {
  readonly name: string;
  /** The spec asks for it, the store decides: `get` and `getMany` return what is being written, `find` and `count` wait for it. */
  readonly showsPending?: boolean;
  get(id: string): Promise<Doc | undefined>;
  /** In no order; absent ids are omitted. */
  getMany(ids: readonly string[]): Promise<readonly Doc[]>;
  find(filter: Filter, options?: FindOptions): Promise<Page<Doc>>;
  count(filter: Filter): Promise<number>;
  insert(document: Doc): Promise<boolean>;
  replace(document: Doc, guard?: Guard): Promise<boolean>;
  delete(id: string, guard?: Guard): Promise<boolean>;
  drop(): Promise<void>;
}

export interface DocumentStore {
  collection<Doc extends Document>(spec: CollectionSpec): Collection<Doc>;
  close(): Promise<void>;
}

export class DocumentStoreUnavailable extends Error {
  override readonly name = 'DocumentStoreUnavailable';
}

/** The disk does not hold what was written; a retry is useless. */
export class DocumentStoreDamaged extends Error {
  override readonly name = 'DocumentStoreDamaged';
  readonly file: string;
  constructor(file: string, cause: unknown) {
    super(`${file} is damaged: ${(cause as Error).message}`, { cause });
    this.file = file;
  }
}
