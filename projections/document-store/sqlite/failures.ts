import { DocumentStoreDamaged, DocumentStoreUnavailable } from '../port.ts';

/** SQLite result codes: disk or lock temporarily unavailable. */
const UNAVAILABLE = new Set([5, 6, 7, 10, 14]);
const DAMAGED = new Set([11, 26]);

/** `DocumentStoreUnavailable`, `DocumentStoreDamaged`, or the error itself. */
export function meaningOf(error: unknown, file: string): unknown {
  const { errcode = 0, message } = error as Error & { errcode?: number };
  if (UNAVAILABLE.has(errcode & 0xff)) return new DocumentStoreUnavailable(message, { cause: error });
  return DAMAGED.has(errcode & 0xff) ? new DocumentStoreDamaged(file, error) : error;
}
