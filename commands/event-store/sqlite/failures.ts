import { StoreDamaged, StoreUnavailable } from '../port.ts';

const UNAVAILABLE = new Set([5, 6, 7, 10, 13, 14]);
const DAMAGED = new Set([11, 26]);

/** `StoreUnavailable`, `StoreDamaged`, or the error itself. */
export function meaningOf(error: unknown, file: string): unknown {
  const { errcode = 0, message } = error as Error & { errcode?: number };
  if (UNAVAILABLE.has(errcode & 0xff)) return new StoreUnavailable(message, { cause: error });
  return DAMAGED.has(errcode & 0xff) ? new StoreDamaged(`${file} is damaged: ${message}`, { cause: error }) : error;
}
