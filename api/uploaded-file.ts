import { hash } from 'node:crypto';

/** A file as it came in a multipart body, not larger than may be stored. */
export class UploadedFile {
  readonly fileName: string;
  readonly bytes: Buffer;
  /** There was more of it than may be stored; what came is cut off. */
  readonly isTooLarge: boolean;

  constructor(fileName: string, bytes: Buffer, isTooLarge: boolean) {
    this.fileName = fileName;
    this.bytes = bytes;
    this.isTooLarge = isTooLarge;
  }

  /** What tells a retry from another request, as an `Idempotency-Key` needs to know. */
  toJSON(): object {
    return { fileName: this.fileName, size: this.bytes.length, digest: hash('sha256', this.bytes) };
  }
}
