import type { StoredEvent } from '../port.ts';

/** So many of the newest events, and none whose text is longer: a megabyte or two. */
const MOST = 256;
const LONGEST = 4096;

/** The events that this process has appended last: who follows the log need not read from the file what was just written. */
export interface Tail {
  add(event: StoredEvent): void;
  /** Those that directly follow a position, as far as they are known; none, and the file tells. */
  behind(position: bigint, limit: number): StoredEvent[];
}

export function createTail(): Tail {
  const events = new Map<bigint, StoredEvent>();
  return {
    add(event) {
      if (event.data.length + event.metadata.length > LONGEST) return;
      events.set(event.position, event);
      if (events.size > MOST) events.delete(events.keys().next().value as bigint);
    },
    behind(position, limit) {
      const found: StoredEvent[] = [];
      for (let next = events.get(position + 1n); next && found.length < limit; ) {
        found.push(next);
        next = events.get(next.position + 1n);
      }
      return found;
    },
  };
}
