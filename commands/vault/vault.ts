import type { VaultCollectionName } from './collections.ts';

type Value = string | number | boolean | null;
/** Equality, `in` for an array, or exclusion; null also matches absent members. */
export type VaultFilter = Readonly<Record<string, Value | readonly Value[] | { readonly not: readonly Value[] }>>;

/** Data that must not be in an immutable log, such as password hashes, sessions, keys and the outbox. It is never rebuilt. */
export interface VaultCollection<Doc extends { readonly _id: string }> {
  get(id: string): Promise<Doc | undefined>;
  getMany(ids: readonly string[]): Promise<readonly Doc[]>;
  find(
    filter: VaultFilter,
    options?: { sort?: { by: string; descending?: boolean }; limit?: number; cursor?: string },
  ): Promise<{ readonly documents: readonly Doc[]; readonly cursor?: string }>;
  count(filter: VaultFilter): Promise<number>;
  /** False if the `_id` is taken. */
  insert(document: Doc): Promise<boolean>;
  /** False if absent or if the guard does not hold. */
  replace(document: Doc, guard?: Readonly<Record<string, string | number | boolean | null>>): Promise<boolean>;
  /** Of many concurrent callers exactly one gets true. */
  delete(id: string, guard?: Readonly<Record<string, string | number | boolean | null>>): Promise<boolean>;
}

export interface Vault {
  collection<Doc extends { readonly _id: string }>(spec: {
    name: VaultCollectionName;
    indexes: readonly string[];
    /** A power failure may lose the newest writes; a crash of the process does not. */
    mayBeLost?: boolean;
  }): VaultCollection<Doc>;
}
