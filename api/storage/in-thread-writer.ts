import type { Storage } from './storage.ts';

/** The same writer without a thread of its own, for a worker that owns its files (rebuilds). */
export function createInThreadWriter(): Storage {
  throw new Error('arrives with the next commit');
}
