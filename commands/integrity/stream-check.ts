import { splitMetadata } from '../event-store/event-hash.ts';
import type { EventStore } from '../event-store/port.ts';

/**
 * Compares a stream, read separately, with the chain of the whole log: stores find the two in different ways, and one
 * may be damaged.
 */
export async function isSameChain(
  store: EventStore,
  stream: string,
  { revision, hash }: { readonly revision: number; readonly hash: string },
): Promise<boolean> {
  const events = await store.readStream(stream, { limit: revision + 1 });
  let prev = '';
  for (const [index, event] of events.entries()) {
    const parts = splitMetadata(event.metadata);
    if (event.stream !== stream || event.revision !== index || !parts) return false;
    if (!parts.withoutHash.endsWith(`"prev":"${prev}"}`)) return false;
    prev = parts.hash;
  }
  return events.length === revision + 1 && prev === hash;
}
