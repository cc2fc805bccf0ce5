/** A file as it came in a multipart body. It stands with the contract, so it knows nothing of Node: the browser reads its types. */
export class UploadedFile {
  readonly fileName: string;
  readonly bytes: Uint8Array;
  /** There was more of it than may be stored; what came is cut off. */
  readonly isTooLarge: boolean;
  /** SHA-256 of what came, in hex. */
  readonly digest: string;

  constructor(fileName: string, bytes: Uint8Array, isTooLarge: boolean, digest: string) {
    this.fileName = fileName;
    this.bytes = bytes;
    this.isTooLarge = isTooLarge;
    this.digest = digest;
  }

  /** What tells a retry from another request, as an `Idempotency-Key` needs to know. */
  toJSON(): object {
    return { fileName: this.fileName, size: this.bytes.length, digest: this.digest };
  }
}
