import type { StoredEvent } from '../port.ts';

const MOST = 256;
const LONGEST = 4096;

export interface Tail {
  add(event: StoredEvent): void;
  /** Empty if they are not cached: the file is read. */
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
