/**
 * Bytes of uploaded files by server-made ids; names and owners are in events. Two adapters, disk and MongoDB, pass one
 * contract suite, `test/contract/file-store.contract.ts`. Every method throws `FileStoreUnavailable` if the store
 * cannot be reached or cannot write: a write may or may not have happened, and may be repeated. An invalid id throws a
 * TypeError.
 */
export interface FileStore {
  /** Durable when it resolves; replaces the former content atomically. */
  put(id: string, bytes: Uint8Array): Promise<void>;
  /** Undefined if absent; throws `FileDamaged` if the bytes are not those that were stored. */
  get(id: string): Promise<Buffer | undefined>;
  /** True if it existed. */
  delete(id: string): Promise<boolean>;
  /** The next ids after `after`, in order; fewer than `limit` are the last. */
  list(options: { readonly after?: string; readonly limit: number }): Promise<readonly string[]>;
}

export class FileStoreUnavailable extends Error {
  override readonly name = 'FileStoreUnavailable';
}

export class FileDamaged extends Error {
  override readonly name = 'FileDamaged';
  readonly fileId: string;
  constructor(fileId: string) {
    super(`The file ${fileId} is damaged`);
    this.fileId = fileId;
  }
}
