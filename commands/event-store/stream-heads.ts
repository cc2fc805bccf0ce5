import { LRUCache } from 'lru-cache';
import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import { NO_STREAM } from './port.ts';

const MOST = 20_000;
/** How long after its events were written a subscription's page still says how things are. */
const RECENT_MS = 1000;

/**
 * The last revisions of streams that this process has read, kept up by its subscription to the whole log. Without news
 * for a second nothing counts as recent, because silence may also mean that the subscription hangs.
 */
export interface StreamHeads {
  /** Call it before reading the stream: what is delivered meanwhile counts. */
  watch(stream: string): void;
  /** Of a watched stream. */
  reached(stream: string, revision: number): void;
  delivered(events: readonly Recorded<AnyEvent>[]): void;
  isRecent(stream: string, revision: number): boolean;
  clear(): void;
}

export function createStreamHeads(now: () => number = Date.now): StreamHeads {
  const heads = new LRUCache<string, number>({ max: MOST });
  let writtenAt = Number.NEGATIVE_INFINITY;
  const reached = (stream: string, revision: number) => {
    const head = heads.peek(stream);
    if (head !== undefined && revision > head) heads.set(stream, revision);
  };
  return {
    watch(stream) {
      if (!heads.has(stream)) heads.set(stream, NO_STREAM);
    },
    reached,
    delivered(events) {
      for (const { stream, revision } of events) reached(stream, revision);
      const last = events.at(-1);
      if (last) writtenAt = Date.parse(last.at);
    },
    isRecent: (stream, revision) => heads.get(stream) === revision && Math.abs(now() - writtenAt) < RECENT_MS,
    clear: () => heads.clear(),
  };
}
