import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Pace } from '../../commands/transfer/pace.ts';

/** Shared with other threads: the number of requests in progress, and of all that have begun. */
type Counts = Int32Array<SharedArrayBuffer>;
const WAITING = 0;
const BEGUN = 1;

export interface RequestsUnderWay {
  readonly counts: Counts;
  begun(): void;
  ended(): void;
  /** Of all, also those that have ended. */
  soFar(): number;
}

export function createRequestsUnderWay(): RequestsUnderWay {
  const counts = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  return {
    counts,
    begun() {
      Atomics.add(counts, BEGUN, 1);
      Atomics.add(counts, WAITING, 1);
    },
    ended() {
      Atomics.sub(counts, WAITING, 1);
      Atomics.notify(counts, WAITING);
    },
    soFar: () => Atomics.load(counts, BEGUN),
  };
}

/** Work beside a server that is never idle must still come to an end. */
const LONGEST_PAUSE_MS = 20;
const BUSY_MS = 1000;

/**
 * Returns a function that waits while requests are in progress, besides the caller's own, and returns whether there was
 * one in the last second.
 */
export function createYield(
  counts: Counts,
  { own = 0, longestMs = LONGEST_PAUSE_MS }: { readonly own?: number; readonly longestMs?: number } = {},
): () => Promise<boolean> {
  let seen = Atomics.load(counts, BEGUN);
  let busyUntil = 0;
  return async () => {
    const end = performance.now() + longestMs;
    for (;;) {
      const waiting = Atomics.load(counts, WAITING);
      const rest = end - performance.now();
      if (waiting <= own || rest <= 0) break;
      await Atomics.waitAsync(counts, WAITING, waiting, rest).value;
    }
    const begun = Atomics.load(counts, BEGUN);
    if (begun !== seen || Atomics.load(counts, WAITING) > 0) busyUntil = performance.now() + BUSY_MS;
    seen = begun;
    return performance.now() < busyUntil;
  };
}

/** Two requests with long work wait for each other. */
const LONGEST_OF_REQUEST_MS = 8;

/**
 * For long work of a request itself: a command takes some ten turns of the event loop, and would wait for a part of the work
 * at each of them.
 */
export function paceOfRequest(counts: Counts): Pace {
  const yieldToOthers = createYield(counts, { own: 1, longestMs: LONGEST_OF_REQUEST_MS });
  return async () => {
    await nextTurn();
    await yieldToOthers();
  };
}

/** For long work in the thread that answers requests: yields after each part. */
export function yieldingPace(counts: Counts, signal?: AbortSignal): Pace {
  const yieldToRequests = createYield(counts);
  return async () => {
    await nextTurn();
    await yieldToRequests();
    signal?.throwIfAborted();
  };
}
