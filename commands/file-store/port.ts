/**
 * The bytes of uploaded files by ids that the server made; what they are called and whose they are stands in events.
 * Two adapters: disk and MongoDB; one contract suite, `test/contract/file-store.contract.ts`.
 * Every method throws `FileStoreUnavailable` when the store cannot be reached or cannot write: a write may then have been
 * carried out or not, and may be repeated. An id that is none is refused with a TypeError.
 */
export interface FileStore {
  /** Durable when it resolves; takes the place of what stood under this id, at once and whole. */
  put(id: string, bytes: Uint8Array): Promise<void>;
  /** Undefined where there is none; throws `FileDamaged` where the bytes are not those that were put. */
  get(id: string): Promise<Buffer | undefined>;
  /** Says whether it was there. */
  delete(id: string): Promise<boolean>;
  /** The next ids behind `after`, in their order; fewer than `limit` are the last. */
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
