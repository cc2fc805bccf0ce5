import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Pace } from '../../commands/transfer/pace.ts';

/** Who waits for an answer, in memory that other threads of this process can look at: how many do, and how many have. */
type Counts = Int32Array<SharedArrayBuffer>;
const WAITING = 0;
const BEGUN = 1;

/** The requests that a server is answering. */
export interface RequestsUnderWay {
  readonly counts: Counts;
  begun(): void;
  ended(): void;
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
      if (Atomics.sub(counts, WAITING, 1) === 1) Atomics.notify(counts, WAITING);
    },
  };
}

/** At most so long at a time: who works beside a server that is never idle comes to an end, too. */
const LONGEST_PAUSE_MS = 20;
/** After the last request: the next one may come at any moment. */
const BUSY_MS = 1000;

/** Answers a function that waits while anybody waits for an answer, and tells whether somebody has in the last second. */
export function standingAside(counts: Counts): () => Promise<boolean> {
  let seen = Atomics.load(counts, BEGUN);
  let busyUntil = 0;
  return async () => {
    const end = performance.now() + LONGEST_PAUSE_MS;
    for (;;) {
      const waiting = Atomics.load(counts, WAITING);
      const rest = end - performance.now();
      if (waiting <= 0 || rest <= 0) break;
      await Atomics.waitAsync(counts, WAITING, waiting, rest).value;
    }
    const begun = Atomics.load(counts, BEGUN);
    if (begun !== seen || Atomics.load(counts, WAITING) > 0) busyUntil = performance.now() + BUSY_MS;
    seen = begun;
    return performance.now() < busyUntil;
  };
}

/** Stands aside after each part of long work in the thread that answers, until the signal ends it. */
export function politePace(counts: Counts, signal?: AbortSignal): Pace {
  const standAside = standingAside(counts);
  return async () => {
    await nextTurn();
    await standAside();
    signal?.throwIfAborted();
  };
}
