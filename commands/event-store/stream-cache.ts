import { LRUCache } from 'lru-cache';
import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import { streamsOfSubject } from '../../domain/event-sourcing/streams.ts';

/** Characters that an event takes besides its own. */
const PER_EVENT = 500;
/** Unused streams leave, so that memory follows the work of the last minutes and not all since the start. */
const UNUSED_MS = 5 * 60_000;
const SWEEP_MS = 60_000;

export interface KnownStream {
  /** All events from the first one on, linked by their hashes. */
  readonly events: readonly Recorded<AnyEvent>[];
  readonly characters: number;
}

/** Decoded streams of one log: those in use lately, and of them the least recently used evicted beyond a limit. Callers must not change what it returns. */
export interface StreamCache {
  get(stream: string): KnownStream | undefined;
  /** Call it before reading or appending: its result is kept only if no one was erased meanwhile. */
  begin(): Span;
  evict(stream: string): void;
  /** Evicts all that may hold personal data of the subject. */
  evictSubject(subject: string): void;
}

export interface Span {
  readonly isOver: boolean;
  /** Ignored if the cache knows more of the stream. */
  keep(stream: string, known: KnownStream): void;
}

/**
 * `most`: characters of stored events; once decoded they take about three times as many bytes. `clock` counts
 * milliseconds.
 */
export function createStreamCache(most: number, clock: { now(): number } = performance): StreamCache {
  const streams = new LRUCache<string, KnownStream>({
    maxSize: most,
    sizeCalculation: ({ events, characters }) => 1 + characters + events.length * PER_EVENT,
    ttl: UNUSED_MS,
    updateAgeOnGet: true,
    ttlResolution: 0,
    perf: clock,
  });
  let sweptAt = clock.now();
  const sweep = () => {
    if (clock.now() - sweptAt < SWEEP_MS) return;
    sweptAt = clock.now();
    streams.purgeStale();
  };
  let erasures = 0;
  return {
    get: (stream) => streams.get(stream),
    begin() {
      const before = erasures;
      return {
        get isOver() {
          return erasures !== before;
        },
        keep(stream, known) {
          const standing = streams.peek(stream);
          if (erasures === before && (!standing || standing.events.length < known.events.length)) {
            streams.set(stream, known);
            sweep();
          }
        },
      };
    },
    evict: (stream) => streams.delete(stream),
    evictSubject(subject) {
      erasures += 1;
      for (const stream of streamsOfSubject(subject)) streams.delete(stream);
    },
  };
}
