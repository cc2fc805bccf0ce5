/** A file of a multipart body. Part of the contract, so it uses nothing of Node: the browser imports its types. */
export class UploadedFile {
  readonly fileName: string;
  readonly bytes: Uint8Array;
  readonly isTooLarge: boolean;
  /** SHA-256 of the received bytes, in hex. */
  readonly digest: string;

  constructor(fileName: string, bytes: Uint8Array, isTooLarge: boolean, digest: string) {
    this.fileName = fileName;
    this.bytes = bytes;
    this.isTooLarge = isTooLarge;
    this.digest = digest;
  }

  /** Identifies a retry under an `Idempotency-Key`. */
  toJSON(): object {
    return { fileName: this.fileName, size: this.bytes.length, digest: this.digest };
  }
}
