import type { VaultCollectionName } from './collections.ts';

type Value = string | number | boolean | null;
/** Equality, one of several values, or none of those named; null stands for what is absent, too. */
export type VaultFilter = Readonly<Record<string, Value | readonly Value[] | { readonly not: readonly Value[] }>>;

/**
 * What must not live in an immutable log: password hashes, sessions, one-time tokens, keys, the outbox. Plain documents,
 * never rebuilt. The document store satisfies this interface; the commands own what they need of it.
 */
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
  /** False if absent or if the stored document does not carry what the guard says. */
  replace(document: Doc, guard?: Readonly<Record<string, string | number | boolean | null>>): Promise<boolean>;
  /** False if absent or if the stored document does not carry what the guard says; of many callers exactly one gets true. */
  delete(id: string, guard?: Readonly<Record<string, string | number | boolean | null>>): Promise<boolean>;
}

export interface Vault {
  collection<Doc extends { readonly _id: string }>(spec: {
    name: VaultCollectionName;
    indexes: readonly string[];
    /** A power cut may take the newest documents away again, though they were answered; the end of a process may not. */
    mayBeLost?: boolean;
  }): VaultCollection<Doc>;
}
