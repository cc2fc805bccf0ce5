import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** Long work that may pause at each `yield`. */
export type Sliced<Result> = Generator<void, Result, void>;

const SLICE_MS = 4;

/** Yields to other work of the thread after each slice. */
export async function inSlices<Result>(
  work: Sliced<Result>,
  pace: () => Promise<unknown> = () => yieldToEventLoop(),
): Promise<Result> {
  for (let begun = performance.now(); ; ) {
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() - begun < SLICE_MS) continue;
    await pace();
    begun = performance.now();
  }
}

export function atOnce<Result>(work: Sliced<Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
