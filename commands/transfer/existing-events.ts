import { type EventStore, START, type StoredEvent } from '../event-store/port.ts';
import type { EventLine } from './event-lines.ts';

const PAGE = 500;
const MEMBERS = [
  'stream',
  'revision',
  'id',
  'type',
  'data',
  'metadata',
] as const satisfies readonly (keyof EventLine)[];

export interface ExistingEvents {
  /** How many are next in the log, and the index of the first difference. */
  match(events: readonly EventLine[]): Promise<{ readonly standing: number; readonly differsAt?: number }>;
  /** Events after the matched ones. */
  rest(): AsyncGenerator<readonly StoredEvent[]>;
}

export function walkThrough(store: EventStore): ExistingEvents {
  let page: readonly StoredEvent[] = [];
  let next = 0;
  let after = START;
  let hasEnded = false;
  const peek = async (): Promise<StoredEvent | undefined> => {
    while (next >= page.length && !hasEnded) {
      const read = await store.readAll({ after, limit: PAGE });
      hasEnded = read.position <= after;
      after = read.position;
      page = read.events;
      next = 0;
    }
    return page[next];
  };
  return {
    async match(events) {
      for (const [index, event] of events.entries()) {
        const stored = await peek();
        if (!stored) return { standing: index };
        if (MEMBERS.some((member) => stored[member] !== event[member])) return { standing: index, differsAt: index };
        next += 1;
      }
      return { standing: events.length };
    },
    async *rest() {
      while (await peek()) {
        const events = page.slice(next);
        next = page.length;
        yield events;
      }
    },
  };
}
