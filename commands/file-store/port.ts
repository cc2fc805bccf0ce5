/**
 * Bytes by server-made ids; both adapters pass `test/contract/file-store.contract.ts`. Methods throw
 * `FileStoreUnavailable` if the store cannot be reached or written (a write may have happened, and may be repeated), a
 * TypeError for an invalid id.
 */
export interface FileStore {
  /** Durable when it resolves; replaces the former content atomically. */
  put(id: string, bytes: Uint8Array): Promise<void>;
  /** Undefined if absent; throws `FileDamaged` if the bytes differ from those that were stored. */
  get(id: string): Promise<Buffer | undefined>;
  delete(id: string): Promise<boolean>;
  /** In order; fewer than `limit` are the last. */
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
